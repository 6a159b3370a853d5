import { createVisitor } from './visit-connect-page.ts'

type Visitor = ReturnType<typeof createVisitor>

/** The form of an approval page, as a browser sends it that says where forms come from. */
export const decisionForm = (
  formToken: string,
  decision: string,
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin', origin: 'null' },
): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body: new URLSearchParams({ form_token: formToken, decision }).toString(),
})

/** A person opens the page and decides. */
export const decideOnPage = async (
  url: string,
  decision: 'approve' | 'deny',
  visitor: Visitor = createVisitor(),
) => {
  const { formToken } = await visitor.visit(url)
  return visitor.visit(url, decisionForm(formToken, decision))
}
