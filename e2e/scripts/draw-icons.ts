import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { type Browser, chromium } from '@playwright/test'

/**
 * Draws the icons of the installed app and the share image from the mark in favicon.svg, into the web
 * app's public folder, the wallet frame's icon from the same mark, and the test wallet's icons from its own:
 * `CHROMIUM=<path> node e2e/scripts/draw-icons.ts` after a change of the mark.
 */

const PUBLIC = join(repositoryRoot, 'game/web/public')
const FRAME_PUBLIC = join(repositoryRoot, 'login/frame/public')
const PHONE_PUBLIC = join(repositoryRoot, 'walletconnect/phone/public')
const PAPER = '#f7f2e8'

type Drawing = { file: string; width: number; height: number; css: string; html: string }

/** @param share - Share of the edge that the mark fills, in percent. A mask may cut a fifth on each side. */
function icon(
  file: string,
  edge: number,
  share: number,
  corner: number,
  background = PAPER,
): Drawing {
  const css = `
    body { display: grid; place-items: center; height: 100vh; margin: 0; }
    div { display: grid; place-items: center; width: 100%; height: 100%;
          background: ${background}; border-radius: ${corner}%; }
    svg { width: ${share}%; }`
  return { file, width: edge, height: edge, css, html: '<div>{mark}</div>' }
}

const share: Drawing = {
  file: 'share.png',
  width: 1200,
  height: 630,
  css: `
    body { position: relative; overflow: hidden; height: 630px; margin: 0; background: ${PAPER};
           color: #1d1812; font-family: Instrument; }
    .seats { position: absolute; inset: 0; background: repeating-radial-gradient(
             circle at 880px 362px, transparent 0 55px, rgb(150 112 50 / 22%) 55px 56px); }
    svg { position: absolute; right: 120px; top: 115px; width: 400px; }
    main { position: absolute; left: 84px; top: 50%; transform: translateY(-50%); width: 560px; }
    h1 { margin: 0 0 20px; font-size: 104px; font-weight: 700; letter-spacing: -0.04em; line-height: 1; }
    p { margin: 0 0 32px; font-size: 38px; line-height: 1.3; color: #5a4f41; }
    b { display: inline-block; margin-right: 16px; padding: 12px 30px; border-radius: 16px; color: #fff;
        font-size: 34px; font-weight: 650; }`,
  html: `<div class="seats"></div>{mark}<main><h1>Bullring</h1>
    <p>Will BNB go up or down before the ring runs out?</p>
    <b style="background:#0b756d">▲ UP</b><b style="background:#bf3517">▼ DOWN</b></main>`,
}

/** Icon that browsers request for documents that name none, such as JSON. */
const favicon = icon('favicon.ico', 48, 96, 0, 'transparent')

const DRAWINGS: readonly Drawing[] = [
  icon('icon-192.png', 192, 68, 22),
  icon('icon-512.png', 512, 68, 22),
  icon('icon-maskable-512.png', 512, 52, 0),
  icon('apple-touch-icon.png', 180, 64, 0),
  share,
]

type Marked = { mark: string; font: string; folder: string }

async function draw(browser: Browser, drawing: Drawing, marked: Marked): Promise<void> {
  const { mark, font, folder } = marked
  const { file, width, height, css, html } = drawing
  const page = await browser.newPage({ viewport: { width, height } })
  const face = `@font-face { font-family: Instrument; font-weight: 400 700;
    src: url(data:font/woff2;base64,${font}) }`
  await page.setContent(`<style>${face}${css}</style>${html.replace('{mark}', () => mark)}`)
  await page.evaluate(() => document.fonts.ready)
  const png = await page.screenshot({ omitBackground: true })
  await writeFile(join(folder, file), file.endsWith('.ico') ? toIco(png, width) : png)
  await page.close()
}

/** Puts a square PNG into an icon file: its header, and one entry of the directory. */
function toIco(png: Buffer, edge: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(edge, 6)
  header.writeUInt8(edge, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

const executablePath = process.env['CHROMIUM']
const browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
})
const mark = await readFile(join(PUBLIC, 'favicon.svg'), 'utf8')
const fontFile = createRequire(join(PUBLIC, '../package.json')).resolve(
  '@fontsource-variable/instrument-sans/files/instrument-sans-latin-standard-normal.woff2',
)
const font = await readFile(fontFile, 'base64')
for (const drawing of [...DRAWINGS, favicon])
  await draw(browser, drawing, { mark, font, folder: PUBLIC })
await draw(browser, favicon, { mark, font, folder: FRAME_PUBLIC })
const phoneMark = await readFile(join(PHONE_PUBLIC, 'icon.svg'), 'utf8')
for (const drawing of DRAWINGS.filter(({ file }) => file !== share.file)) {
  await draw(browser, drawing, { mark: phoneMark, font, folder: PHONE_PUBLIC })
}
await browser.close()
