import { withBrandName } from '@bullring/wire/text/product-name'
import * as z from 'zod'
import { escapeHtml } from '../http/response/escape-html.ts'
import { type BuiltFile, isPageFile } from '../http/response/static-file.ts'
import { STYLE_PATH } from './brand-files.ts'
import { brandTokens } from './palette.ts'
import type { Brand } from './read-brand.ts'

/** The logo inlined by the build of the web app. */
const INLINE_LOGO = /(<img\s+src=")data:image\/svg\+xml,[^"]*(")/
const LOGO_PATH = '/favicon.svg'
const SVG_TYPE = ' type="image/svg+xml"'

/** Colour of the browser's bars, which the pages' start script sets. */
const THEME_COLOUR = /<meta\s+name="theme-color"\s+content="[^"]*"/

/**
 * Fills the brand into a built page: name, logo, colours. What the page's code needs of it, it finds in the head.
 *
 * @param html - One of our pages.
 */
export function withBrand(html: string, brand: Brand | null): string {
  if (brand === null) return html
  const { name, logo, icon, picture } = brand
  const head = [
    `<meta name="application-name" content="${escapeHtml(name)}" />`,
    ...(logo === null ? [] : [`<meta name="brand-logo" content="${LOGO_PATH}" />`]),
    `<link rel="stylesheet" href="${STYLE_PATH}" />`,
  ]
  const named = withBrandName(html, escapeHtml(name))
    .replace(THEME_COLOUR, () => themeColour(brand))
    .replace('</head>', () => `  ${head.join('\n    ')}\n  </head>`)
  const sized = picture === null && icon?.size ? withSquarePicture(named, icon.size.width) : named
  if (logo === null) return sized
  const marked = sized.replace(INLINE_LOGO, `$1${LOGO_PATH}$2`)
  return logo.type === 'image/svg+xml' ? marked : marked.replaceAll(SVG_TYPE, '')
}

const MANIFEST_SUFFIX = '.webmanifest'

/** Fills the brand into a page or manifest. The build's compressed form is of the file without it. */
export function brandedFile(file: BuiltFile, brand: Brand | null): BuiltFile {
  const fill = fillerOf(file)
  if (brand === null || fill === null) return file
  return { ...file, stored: Buffer.from(fill(file.stored.toString('utf8'), brand)), brotli: null }
}

function fillerOf({ path }: BuiltFile): typeof withBrand | null {
  if (isPageFile(path)) return withBrand
  return path.endsWith(MANIFEST_SUFFIX) ? withBrandManifest : null
}

function themeColour({ colours }: Brand): string {
  const [light, dark] = [paper('light', colours.light), paper('dark', colours.dark)]
  return `<meta name="theme-color" content="${light}" data-light="${light}" data-dark="${dark}"`
}

const PRODUCT_PAPER = { light: '#f7f2e8', dark: '#14110d' } as const

function paper(theme: 'light' | 'dark', colours: Brand['colours']['light']): string {
  return brandTokens(theme, colours)['--paper'] ?? PRODUCT_PAPER[theme]
}

/** Without a picture for previews, the icon stands for it. */
function withSquarePicture(html: string, width: number): string {
  return html.replace(
    /(<meta\s+property="og:image:(?:width|height)"\s+content=")\d+(")/g,
    (_, before: string, after: string) => `${before}${width}${after}`,
  )
}

const Manifest = z.looseObject({
  name: z.string(),
  short_name: z.string(),
  icons: z.array(z.looseObject({ src: z.string(), sizes: z.string(), type: z.string() })),
})

/** Fills the brand into a web app manifest. */
export function withBrandManifest(json: string, brand: Brand | null): string {
  if (brand === null) return json
  const manifest = Manifest.parse(JSON.parse(json))
  const light = paper('light', brand.colours.light)
  return JSON.stringify({
    ...manifest,
    name: withBrandName(manifest.name, brand.name),
    short_name: withBrandName(manifest.short_name, brand.name),
    background_color: light,
    theme_color: light,
    icons: brand.icon?.size ? manifestIcons(brand.icon.size.width) : manifest.icons,
  })
}

function manifestIcons(width: number) {
  return [
    { src: '/icon-512.png', sizes: `${width}x${width}`, type: 'image/png', purpose: 'any' },
    {
      src: '/icon-maskable-512.png',
      sizes: `${width}x${width}`,
      type: 'image/png',
      purpose: 'maskable',
    },
  ]
}
