import * as fc from 'fast-check'
import { toolHint, type SessionRequest } from '../../../../src/contract/session-config.ts'
import { toolkitSlugs, tools, toolSlugs, type ToolkitSlug, type World } from './start-world.ts'

/** Any session that Ada or Bob could ask for. */
export const generateSession = (ids: World['ids']): fc.Arbitrary<SessionRequest> =>
  fc
    .record(
      {
        user_id: fc.constantFrom('ada', 'ada', 'bob'),
        toolkits: fc.oneof(some(toolkitSlugs), either(some(toolkitSlugs))),
        tools: some(toolkitSlugs).chain((toolkits) =>
          fc
            .tuple(...toolkits.map(toolRule))
            .map((rules) =>
              Object.fromEntries(toolkits.map((toolkit, index) => [toolkit, rules[index] ?? []])),
            ),
        ),
        tags,
        approvals: fc.record(
          {
            tags: fc.subarray(hints, { maxLength: 2 }),
            tools: fc.subarray(toolSlugs, { maxLength: 3 }),
          },
          { requiredKeys: [] },
        ),
        manage_connections: fc.oneof(
          fc.boolean(),
          fc.record(
            { enable: fc.boolean(), callback_url: fc.constant('https://app.example/back') },
            { requiredKeys: [] },
          ),
        ),
        workbench: fc.oneof(
          fc.record(
            { enable: fc.boolean(), enable_proxy_execution: fc.boolean() },
            { requiredKeys: [] },
          ),
          fc.record(
            { enable: fc.boolean(), proxy_execution_enabled: fc.boolean() },
            { requiredKeys: [] },
          ),
        ),
        multi_account: fc.record({ require_explicit_selection: fc.boolean() }),
        auth_configs: fc.record(
          {
            notes: fc.constantFrom(ids.notesConfig, ids.emptyConfig),
            vault: fc.constant(ids.disabledConfig),
          },
          { requiredKeys: [] },
        ),
        connected_accounts: fc.record(
          { vault: fc.constantFrom(ids.vaultOld, [ids.vaultNew], [ids.vaultOld, ids.vaultNew]) },
          { requiredKeys: [] },
        ),
        experimental: fc.record({ custom_tools: customTools }),
      },
      { requiredKeys: ['user_id'] },
    )
    .map(withoutRefused)

type Lists<Item> = { enable?: Item[]; enabled?: Item[]; disable?: Item[]; disabled?: Item[] }
type ToolRule = NonNullable<SessionRequest['tools']>[string]

const hints = toolHint.options

const some = <Item>(items: readonly Item[]) => fc.subarray([...items])

/** A list in one of the four spellings; both lists would be refused. */
const either = <Item>(list: fc.Arbitrary<Item[]>) =>
  fc
    .tuple(fc.constantFrom('enable', 'enabled', 'disable', 'disabled'), list)
    .map(([key, items]): Lists<Item> => ({ [key]: items }))

const tags = fc.oneof(
  some(hints),
  fc.record(
    { enable: some(hints), disable: fc.subarray(hints, { maxLength: 1 }) },
    { requiredKeys: [] },
  ),
  fc.record(
    { enabled: some(hints), disabled: fc.subarray(hints, { maxLength: 1 }) },
    { requiredKeys: [] },
  ),
)

const toolRule = (toolkit: ToolkitSlug): fc.Arbitrary<ToolRule> => {
  const own = toolSlugs.filter((slug) => tools[slug].toolkit === toolkit)
  const named = fc
    .tuple(some<string>(own), fc.boolean())
    .map(([slugs, isLower]) => (isLower ? slugs.map((slug) => slug.toLowerCase()) : slugs))
  return fc.oneof(
    named,
    either(named),
    fc.record({ tags }),
    fc.tuple(either(named), tags).map(([lists, ownTags]) => ({ ...lists, tags: ownTags })),
  )
}

const customTools = fc
  .uniqueArray(
    fc.tuple(
      fc.constantFrom('ORCHARD', 'HEDGE', 'MEADOW'),
      fc.constantFrom(undefined, ...toolkitSlugs),
    ),
    { maxLength: 3, selector: ([slug]) => slug },
  )
  .map((pairs) =>
    pairs.map(([slug, toolkit]) => ({
      slug,
      name: `Own ${slug}`,
      description: `Own work of ${slug}`,
      input_schema: { type: 'object' as const, properties: {} },
      ...(toolkit && { extends_toolkit: toolkit }),
    })),
  )

/**
 * Accounts are Ada's, and a custom tool may extend only what the session allows: else creation is
 * refused.
 */
const withoutRefused = ({
  connected_accounts: accounts,
  experimental,
  ...request
}: SessionRequest): SessionRequest => {
  const { toolkits } = request
  const enabled = Array.isArray(toolkits) ? toolkits : (toolkits?.enable ?? toolkits?.enabled)
  const disabled = Array.isArray(toolkits) ? undefined : (toolkits?.disable ?? toolkits?.disabled)
  const isAllowed = (toolkit: string) =>
    (enabled?.includes(toolkit) ?? true) && !disabled?.includes(toolkit)
  return {
    ...request,
    ...(accounts && request.user_id === 'ada' && { connected_accounts: accounts }),
    ...(experimental && {
      experimental: {
        custom_tools: (experimental.custom_tools ?? []).filter(
          ({ extends_toolkit: toolkit }) => toolkit === undefined || isAllowed(toolkit),
        ),
      },
    }),
  }
}
