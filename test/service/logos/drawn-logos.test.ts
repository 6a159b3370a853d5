import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectIcons } from '../../../src/service/logos/collect-icons.ts'
import { isPlainSvg } from '../../../src/service/logos/is-plain-svg.ts'
import { readRecipe, readRecipeText, recipeSlugs } from '../../catalogue/read-recipe.ts'
import { verifies } from '../../requirements.ts'
import { chromiumPath, openBrowser, takeScreenshot } from '../../support/open-browser.ts'
import { startService, type TestService } from '../../support/start-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService({ keep: true })
})
afterAll(() => service.close())

const add = async (toolkits: string[]) => {
  const { imports } = await service.client.toolkits.add({ body: { toolkits } })
  for (const { id } of imports)
    await expect
      .poll(async () => (await service.client.toolkits.getImport({ params: { id } })).status)
      .toBe('succeeded')
}

const openLink = async (slug: string) => {
  const { redirect_uri } = await service.client.authConfigs.reserveRedirectUri()
  const credentials = { client_id: 'app', client_secret: 'secret' }
  const { auth_config } = await service.client.authConfigs.create({
    body: { toolkit: { slug }, auth_config: { authScheme: 'OAUTH2', credentials, redirect_uri } },
  })
  const { redirect_url } = await service.client.connectedAccounts.link({
    body: { auth_config_id: auth_config.id, user_id: 'ada' },
  })
  return redirect_url
}

const read = async (address: string) => {
  const response = await fetch(address)
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    policy: response.headers.get('content-security-policy'),
    svg: await response.text(),
  }
}

/** Of two icons on their tiles and a letter. */
const examples = ['hubspot', 'todoist', 'salesforce']

describe('the logos of the catalogue', () => {
  it('are there for every recipe, before any project has added it', async () => {
    verifies('catalogue.logos')
    const { items } = await service.client.toolkits.available({ query: { limit: 1000 } })
    expect(items.map(({ slug }) => slug)).toEqual(expect.arrayContaining(recipeSlugs))
    for (const { slug, logo } of items) {
      const { status, type, policy, svg } = await read(logo)
      expect([slug, status, type, policy]).toEqual([
        slug,
        200,
        'image/svg+xml',
        "default-src 'none'; sandbox",
      ])
      expect(isPlainSvg(Buffer.from(svg)), slug).toBe(true)
      // A name that simple-icons lacks would have become a letter.
      expect(svg.includes('<path'), slug).toBe(readRecipe(slug).logo !== undefined)
      expect(svg.length).toBeLessThan(20_000)
    }
    const letter = items.find(({ slug }) => slug === 'salesforce')
    expect((await read(letter?.logo ?? '')).svg).toMatch(/<text [^>]+>S<\/text>/)
  })

  it('leave the catalogue small enough for the package', async () => {
    verifies('catalogue.logos')
    const icons = JSON.stringify(await collectIcons())
    const recipes = recipeSlugs.map((slug) => Buffer.byteLength(readRecipeText(slug)))
    const size = Buffer.byteLength(icons) + recipes.reduce((sum, each) => sum + each, 0)
    expect(size).toBeLessThan(1_500_000)
  })

  it('belong to the toolkits that are added, and to their pages', async () => {
    verifies('catalogue.logos', 'connect-page.own-content')
    await add(examples)
    const { items } = await service.client.toolkits.available({ query: { installed: 'true' } })
    for (const { slug, logo } of items) {
      expect((await service.client.toolkits.get({ params: { slug } })).meta.logo).toBe(logo)
      const page = await (await fetch(await openLink(slug))).text()
      expect(page).toContain(`<img src="${logo}" alt="" />`)
    }
  })

  it.runIf(chromiumPath)('are seen on the connect page, light and dark', async () => {
    verifies('connect-page.own-content')
    await add(examples)
    const browser = await openBrowser()
    try {
      for (const colorScheme of ['light', 'dark'] as const)
        for (const slug of examples) {
          const page = await browser.newPage({ colorScheme, viewport: { width: 480, height: 500 } })
          await page.goto(await openLink(slug))
          const width = await page
            .locator('.logos img')
            .evaluate((image) => (image as HTMLImageElement).naturalWidth)
          expect([slug, colorScheme, width]).toEqual([slug, colorScheme, 96])
          await takeScreenshot(page, `logo ${slug} ${colorScheme}`)
          await page.close()
        }
    } finally {
      await browser.close()
    }
  })
})

const xmlns = 'xmlns="http://www.w3.org/2000/svg"'
const svg = (content: string, attributes = '') =>
  `<svg ${xmlns} viewBox="0 0 24 24"${attributes}>${content}</svg>`

const plain = {
  'a path': svg('<path fill="#FF7A59" d="M0 0h24v24H0z"/>'),
  'a declaration, a title and a group': `<?xml version="1.0" encoding="UTF-8"?>\n${svg('\n  <title>Acme</title><g transform="translate(4 4) scale(.5)"><circle cx="1" cy="2" r="3"></circle></g>\n')}\n`,
  'a letter': svg('<text x="12" y="17" font-family="system-ui, sans-serif">A</text>'),
}

const hostile = {
  'a script': svg('<script>alert(1)</script>'),
  'a script in capitals': svg('<SCRIPT>alert(1)</SCRIPT>'),
  'a script of another namespace': svg('<svg:script>alert(1)</svg:script>'),
  'an event': svg('<path d="M0 0"/>', ' onload="alert(1)"'),
  'an event in a shape': svg('<path onclick="alert(1)" d="M0 0"/>'),
  'a link': svg('<a href="https://evil.example"><path d="M0 0"/></a>'),
  'a link in a shape': svg('<path xlink:href="https://evil.example" d="M0 0"/>'),
  'an image': svg('<image href="https://evil.example/pixel.png"/>'),
  'a use': svg('<use href="https://evil.example/#a"/>'),
  HTML: svg('<foreignObject><body/></foreignObject>'),
  'a stylesheet': svg('<style>@import url(https://evil.example)</style>'),
  'a style': svg('<path style="fill:url(https://evil.example)" d="M0 0"/>'),
  'a fill elsewhere': svg('<path fill="url(//evil.example#a)" d="M0 0"/>'),
  'a fill by reference': svg('<path fill="url(#a)" d="M0 0"/>'),
  'an animation': svg('<animate attributeName="href" values="javascript:alert(1)"/>'),
  'an animated shape': svg('<path d="M0 0"><set attributeName="onclick" to="alert(1)"/></path>'),
  'an entity': `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('<text>&a;</text>')}`,
  'an entity of a character': svg('<text>&#60;script&#62;</text>'),
  'a doctype': `<!DOCTYPE svg SYSTEM "https://evil.example/a.dtd">${svg('')}`,
  'a stylesheet beside it': `<?xml-stylesheet href="https://evil.example"?>${svg('')}`,
  'character data': svg('<![CDATA[<script>alert(1)</script>]]>'),
  'a comment': svg('<!-- --><path d="M0 0"/>'),
  'another namespace': '<svg xmlns="http://www.w3.org/1999/xhtml"></svg>',
  'no namespace': '<svg viewBox="0 0 1 1"></svg>',
  'an attribute twice': svg('<path d="M0 0" d="M1 1"/>'),
  'a second root': svg('') + svg(''),
  'something after it': `${svg('')}<script>alert(1)</script>`,
  'something before it': `<script></script>${svg('')}`,
  'a root in the root': svg(svg('')),
  'no end': `<svg ${xmlns}><path d="M0 0"/>`,
  'another end': `<svg ${xmlns}><g></svg></g>`,
  'text between': svg('text'),
  'an element in text': svg('<text><path d="M0 0"/></text>'),
  'deep groups': svg('<g>'.repeat(1000) + '</g>'.repeat(1000)),
  nothing: '',
}

describe('an SVG', () => {
  it('may consist of shapes', () => {
    for (const [name, text] of Object.entries(plain))
      expect(isPlainSvg(Buffer.from(text)), name).toBe(true)
  })

  it('is rejected where it could run, load or hide anything', () => {
    verifies('imports.logo')
    for (const [name, text] of Object.entries(hostile))
      expect(isPlainSvg(Buffer.from(text)), name).toBe(false)
    for (const text of Object.values(plain)) {
      expect(isPlainSvg(Buffer.from(text, 'utf16le'))).toBe(false)
      for (let end = 0; end < text.trimEnd().length; end += 1)
        expect(isPlainSvg(Buffer.from(text.slice(0, end)))).toBe(false)
    }
    expect(isPlainSvg(Buffer.from([...Buffer.from('<svg>'), 0xff]))).toBe(false)
  })
})
