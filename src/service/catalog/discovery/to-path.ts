/**
 * `v1/{+name}` holds slashes, so that many methods have the same path: the fragment, which is never
 * sent, tells them apart.
 */
export const toPath = (template: string, id: string): string => {
  const path = `/${template.replace(/^\/+/, '').replaceAll('{+', '{')}`
  return template.includes('{+') ? `${path}#${id}` : path
}
