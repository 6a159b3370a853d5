type ElementKind = 'comment' | 'inline' | 'hidden' | 'line' | 'item' | 'paragraph'

/** How an HTML element is rendered as plain text; undefined for an unknown name. */
export const kindOfElement = (name: string): ElementKind | undefined => kinds.get(name)

const names: Record<ElementKind, string> = {
  comment: '!-- !doctype',
  inline: `a abbr acronym area audio b base bdi bdo big body button canvas center cite code data datalist del
    dfn em embed font frame html i img input ins kbd label link map mark meta meter nobr object output
    param picture progress q rp rt ruby s samp select slot small source span strike strong sub sup svg
    time track tt u var video wbr`,
  hidden: 'head iframe noscript script style template title',
  line: `br caption dd div dt fieldset figcaption figure footer form frameset header hgroup hr legend main
    nav optgroup option section summary tbody td textarea tfoot th thead tr address article aside details
    dialog marquee menu noframes col colgroup search`,
  item: 'li',
  paragraph: 'p h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre',
}

const kinds = new Map(
  (Object.entries(names) as [ElementKind, string][]).flatMap(([kind, list]) =>
    list.split(/\s+/).map((name) => [name, kind] as const),
  ),
)
