import { useLocation } from 'preact-iso'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.ts'
import { copyTexts } from '../../api/copy-texts.ts'
import { toPage } from '../../api/current-project.ts'
import { useData } from '../../api/use-data.ts'
import { CopyAs } from '../../ui/copy.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Facts, Loading, Page } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.tsx'
import { Changes } from './changes.tsx'
import { Setup } from './setup.tsx'
import { Tools } from './tools.tsx'
import { Versions } from './versions.tsx'

export type Toolkit = Awaited<ReturnType<typeof client.toolkits.get>>

/** One toolkit: what waits to be accepted, how it authenticates, its tools and versions. */
export const ToolkitPage = ({ slug }: { slug: string }) => {
  const { value, error, reload } = useData(
    (signal) => client.toolkits.get({ params: { slug } }, { signal }),
    [slug],
    { refreshOn: ['toolkit'] },
  )
  return (
    <Page
      title={value?.name || slug}
      back={{ href: toPage('toolkits'), text: 'Toolkits' }}
      actions={<CopyAs {...copyTexts('toolkits', 'get', { params: { slug } })} />}
    >
      <ErrorBox error={error} retry={reload} />
      {value ? <Detail of={value} /> : error === undefined && <Loading />}
    </Page>
  )
}

const Detail = ({ of }: { of: Toolkit }) => (
  <>
    <p>{of.meta.description}</p>
    <Facts
      of={[
        ['Slug', <code>{of.slug}</code>],
        ['Version', of.meta.version],
        ['Tools', of.meta.tools_count],
        ['Trigger types', of.meta.triggers_count],
        ['Authentication', of.auth_config_details.map(({ mode }) => mode).join(', ') || 'none'],
        ['Categories', of.meta.categories.map(({ name }) => name).join(', ')],
        ['Address', of.base_url],
        ['Updated', <Time at={of.meta.updated_at} />],
        ['Calls', <a href={toPage('logs', { toolkit: of.slug })}>in the log</a>],
      ]}
    />
    <Changes slug={of.slug} />
    <Setup of={of} />
    <Tools slug={of.slug} version={of.meta.version} />
    <Versions of={of} />
    <Remove of={of} />
  </>
)

const Remove = ({ of: { slug, meta } }: { of: Toolkit }) => {
  const { route } = useLocation()
  const [error, setError] = useState<unknown>(undefined)
  const run = async () => {
    setError(undefined)
    const agreed = await confirm({
      title: `Delete ${slug}?`,
      text: `Its ${meta.tools_count} tools, all versions, trigger types, auth configs and connected accounts are deleted for good.`,
      action: 'Delete',
      typed: slug,
    })
    if (!agreed) return
    try {
      await client.toolkits.delete({ params: { slug } })
      toast(`Deleted ${slug}`)
      route(toPage('toolkits'))
    } catch (thrown) {
      setError(thrown)
    }
  }
  return (
    <>
      <h2>Delete</h2>
      <ErrorBox error={error} />
      <button type="button" class="danger" onClick={() => void run()}>
        Delete this toolkit
      </button>
    </>
  )
}
