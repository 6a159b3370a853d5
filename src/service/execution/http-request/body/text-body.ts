import type { BodyTemplate } from '../../../catalog/index.ts'
import type { BuiltBody } from './built-body.ts'
import { toText } from '../serialize-value.ts'

/** Text in UTF-8. `text/*` needs an explicit charset, as its default is another. */
export const textBody = ({ contentType }: BodyTemplate, value: unknown): BuiltBody => ({
  contentType:
    /^text\//i.test(contentType) && !/charset=/i.test(contentType)
      ? `${contentType}; charset=utf-8`
      : contentType,
  content: toText(value),
})
