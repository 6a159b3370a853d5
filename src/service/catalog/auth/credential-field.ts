import type { FieldDescriptor } from '../../auth-schemes/index.ts'

/** A text that an operator or a user gives, secret unless said otherwise. */
export const credentialField = (
  name: string,
  displayName: string,
  description: string,
  change: Partial<FieldDescriptor> = {},
): FieldDescriptor => ({
  name,
  displayName,
  description,
  type: 'string',
  required: true,
  default: null,
  isSecret: true,
  userVisible: true,
  ...change,
})
