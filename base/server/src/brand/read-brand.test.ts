import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BrandFile } from './read-brand.ts'

let folder: string
let path: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'brand-'))
  path = join(folder, 'brand.json')
  writeFileSync(
    join(folder, 'logo.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>',
  )
  writeFileSync(join(folder, 'icon.png'), png(512, 512))
  writeFileSync(join(folder, 'wide.png'), png(1_200, 630))
  writeFileSync(join(folder, 'fake.png'), '<html>')
  writeFileSync(join(folder, 'large.svg'), `<svg>${' '.repeat(600_000)}</svg>`)
  writeFileSync(join(folder, 'terms.txt'), 'No bets.\n')
  writeFileSync(join(folder, 'empty.txt'), '\n')
  mkdirSync(join(folder, 'more'))
})

afterAll(() => rmSync(folder, { recursive: true }))

/** A PNG as far as its header says. */
function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(33)
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(header)
  header.write('IHDR', 12, 'latin1')
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  return header
}

const MARK = { name: 'Acme', logo: 'logo.svg', icon: 'icon.png' }

function read(file: unknown) {
  writeFileSync(path, typeof file === 'string' ? file : JSON.stringify(file))
  return BrandFile.safeParse(path)
}

describe('BrandFile', () => {
  test('reads the file and those that it names', () => {
    const brand = read({
      ...MARK,
      picture: 'wide.png',
      colours: { light: { accent: '#0b4f9e' }, dark: { accent: '#8ab8ff' } },
      contact: 'mailto:help@acme.example',
      links: [{ label: { en: 'Blog' }, url: 'https://acme.example/blog' }],
      texts: { terms: { en: 'terms.txt' } },
      age: { minimum: 21, mustConfirm: true },
      countries: { refused: ['US'], unknown: 'refuse', header: 'CF-IPCountry' },
      limits: { dailyStake: '0.5' },
    }).data
    expect(brand?.name).toBe('Acme')
    expect(brand?.logo?.type).toBe('image/svg+xml')
    expect(brand?.texts.get('terms')).toEqual({ en: 'No bets.' })
    expect(brand?.countries?.refused.has('US')).toBe(true)
    expect(brand?.dailyStakeWei).toBe(500_000_000_000_000_000n)
  })

  test('keeps the product’s name and logo for an operator who adds texts and rules only', () => {
    expect(read({ texts: { terms: { en: 'terms.txt' } } }).data?.name).toBe('Bullring')
  })

  test.each([
    ['{', 'it is no JSON'],
    [{ colour: {} }, 'there is no field colour'],
    [{ colours: { light: { page: 'white' }, dark: {} } }, 'colours.light.page must be a colour'],
    [
      { colours: { light: { accent: '#ffcc00' } } },
      'colours.light.page (#f7f2e8) has a contrast of',
    ],
    [{ colours: { dark: { accent: '#0b4f9e' } } }, 'colours.dark.page (#14110d) has a contrast of'],
    [{ colours: { light: { page: '#0b756d' } } }, 'the colour of UP (#0b756d)'],
    [{ ...MARK, name: '' }, 'name is empty'],
    [{ ...MARK, name: 'a\nb' }, 'name has characters'],
    [{ name: 'Acme' }, 'name, logo and icon are needed together'],
    [{ ...MARK, logo: '../logo.svg' }, 'logo must be the name of a file beside this one'],
    [{ ...MARK, logo: 'none.svg' }, 'logo names a file that cannot be read'],
    [{ ...MARK, logo: 'more' }, 'logo names a file that cannot be read'],
    [{ ...MARK, logo: 'large.svg' }, 'logo is larger than 512 KB'],
    [{ ...MARK, logo: 'terms.txt' }, 'logo is no PNG'],
    [{ ...MARK, icon: 'fake.png' }, 'icon is no PNG'],
    [{ ...MARK, icon: 'logo.svg' }, 'icon must be a PNG'],
    [{ ...MARK, icon: 'wide.png' }, 'icon is 1200 by 630 pixels'],
    [{ ...MARK, picture: 'icon.png' }, 'picture is 512 by 512 pixels'],
    [{ contact: 'javascript:alert(1)' }, 'contact must be an http(s) or mailto: URL'],
    [
      { links: [{ label: { es: 'Blog' }, url: 'https://acme.example' }] },
      'links.0.label has no "en"',
    ],
    [{ links: [{ label: { en: 'Blog' }, url: 'data:x' }] }, 'links.0.url must be an http(s) URL'],
    [{ texts: { terms: { en: 'empty.txt' } } }, 'texts.terms.en names an empty file'],
    [{ texts: { terms: { en: 'gone.txt' } } }, 'texts.terms.en names a file that cannot be read'],
    [{ texts: { terms: { es: 'terms.txt' } } }, 'texts.terms has no "en"'],
    [{ age: { minimum: 16 } }, 'age.minimum '],
    [{ countries: { refused: ['usa'], unknown: 'allow' } }, 'countries.refused.0 must be a code'],
    [{ countries: { refused: ['US'] } }, 'countries.unknown must be allow or refuse'],
    [{ countries: { refused: ['US'], unknown: 'allow' } }, 'countries.header is missing'],
    [
      { countries: { refused: ['US'], unknown: 'allow', header: 'cf country' } },
      'countries.header must be the name of a header',
    ],
    [{ limits: { dailyStake: '-1' } }, 'limits.dailyStake must be an amount'],
  ])('error: refuses %j', (file, problem) => {
    const { error } = read(file)
    expect(error?.issues[0]?.message).toContain(problem)
  })

  test('error: refuses SVGs with content that runs or loads', () => {
    for (const content of [
      '<script>1</script>',
      '<a onclick = "x"/>',
      '<foreignObject/>',
      '<image href="https://x.example/i.png"/>',
      '<a xlink:href="javascript:x"/>',
    ]) {
      writeFileSync(join(folder, 'bad.svg'), `<svg>${content}</svg>`)
      expect(read({ ...MARK, logo: 'bad.svg' }).error?.issues[0]?.message).toContain(
        'logo is an SVG with scripts',
      )
    }
  })
})
