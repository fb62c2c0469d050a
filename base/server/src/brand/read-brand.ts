import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { TEXT_PAGES, type TextPage } from '@bullring/wire/http/text-page'
import type { Language } from '@bullring/wire/text/languages'
import { PRODUCT_NAME } from '@bullring/wire/text/product-name'
import { parseEther } from 'viem'
import * as z from 'zod'
import { type BrandPicture, readPicture } from './brand-picture.ts'
import { BrandSchema } from './brand-schema.ts'
import { type BrandColours, contrastProblems, THEMES, type Theme } from './palette.ts'

/** Texts in the operator's languages, always in English. */
export type BrandTexts = Readonly<{ en: string } & Partial<Record<Language, string>>>

/** Contents of the operator's `BRAND_FILE`, with the files that it names. */
export type Brand = {
  name: string
  logo: BrandPicture | null
  /** Square PNG of 512 pixels or more. */
  icon: BrandPicture | null
  /** Of link previews: a PNG of 1,200 by 630 pixels. */
  picture: BrandPicture | null
  colours: Readonly<Record<Theme, BrandColours>>
  /** An http(s) or mailto: URL. */
  contact: string | null
  links: readonly { label: BrandTexts; url: string }[]
  texts: ReadonlyMap<TextPage, BrandTexts>
  age: { minimum: number; mustConfirm: boolean } | null
  countries: {
    refused: ReadonlySet<string>
    unknown: 'allow' | 'refuse'
    /** Header in which the operator's proxy names the visitor's country. */
    header: string
  } | null
  /** Most that a player may stake per day, in wei; null for no limit. */
  dailyStakeWei: bigint | null
}

const MIN_ICON = 512
const PICTURE = { width: 1_200, height: 630 }
const MAX_TEXT_BYTES = 256 * 1_024

/** The value of `BRAND_FILE`: a path, read at once. Each problem names the field that has it. */
export const BrandFile = z.string().transform((path, context) => {
  const problems: string[] = []
  const brand = readBrand(path, problems)
  if (brand !== null && problems.length === 0) return brand
  context.issues.push({
    code: 'custom',
    message: `cannot be used: ${problems.join(', ')}`,
    input: path,
  })
  return z.NEVER
})

function readBrand(path: string, problems: string[]): Brand | null {
  const given = parseFile(path, problems)
  if (given === null) return null
  const folder = dirname(path)
  const { light = {}, dark = {} } = given.colours ?? {}
  const colours = { light, dark }
  for (const theme of THEMES) problems.push(...contrastProblems(theme, colours[theme]))
  const mark = [given.name, given.logo, given.icon]
  if (mark.includes(undefined) && mark.some((part) => part !== undefined)) {
    problems.push('name, logo and icon are needed together')
  }
  const picture = (field: 'logo' | 'icon' | 'picture') =>
    attempt(field, problems, () => {
      const name = given[field]
      return name === undefined ? null : checked(field, readPicture(join(folder, name)))
    })
  return {
    name: given.name ?? PRODUCT_NAME,
    logo: picture('logo'),
    icon: picture('icon'),
    picture: picture('picture'),
    colours,
    contact: given.contact ?? null,
    links: given.links.map(({ label, url }) => ({ label: withEnglish(label), url })),
    texts: readTexts(folder, given.texts, problems),
    age: given.age ?? null,
    countries: given.countries
      ? { ...given.countries, refused: new Set(given.countries.refused) }
      : null,
    dailyStakeWei: given.limits ? parseEther(given.limits.dailyStake) : null,
  }
}

function parseFile(path: string, problems: string[]): z.output<typeof BrandSchema> | null {
  try {
    const parsed = BrandSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    if (parsed.success) return parsed.data
    problems.push(...parsed.error.issues.map(describe))
  } catch (error) {
    problems.push(error instanceof SyntaxError ? 'it is no JSON' : 'it cannot be read')
  }
  return null
}

function describe({ path, message, ...issue }: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    return `there is no field ${[...path, issue.keys[0]].join('.')}`
  }
  const isOfOtherType = message.startsWith('Invalid input')
  return `${path.join('.')} ${isOfOtherType ? 'is missing or of another type' : message}`
}

/** Keeps the problem of a field, and goes on with the others. */
function attempt<value>(field: string, problems: string[], read: () => value): value | null {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    problems.push(`${field} ${error.message}`)
    return null
  }
}

function checked(field: 'logo' | 'icon' | 'picture', read: BrandPicture): BrandPicture {
  if (field === 'logo') return read
  const { size } = read
  if (size === null) throw new RangeError('must be a PNG')
  const { width, height } = size
  if (field === 'icon' && (width !== height || width < MIN_ICON)) {
    throw new RangeError(`is ${width} by ${height} pixels: it must be a square of 512 or more`)
  }
  if (field === 'picture' && (width !== PICTURE.width || height !== PICTURE.height)) {
    throw new RangeError(`is ${width} by ${height} pixels: it must be 1200 by 630`)
  }
  return read
}

type FileNames = z.output<typeof BrandSchema>['texts']

function readTexts(folder: string, files: FileNames, problems: string[]): Brand['texts'] {
  const texts = new Map<TextPage, BrandTexts>()
  for (const page of TEXT_PAGES) {
    const names = Object.entries(files[page] ?? {})
    const read = names.map(([language, name]) => [
      language,
      attempt(`texts.${page}.${language}`, problems, () => readText(join(folder, `${name}`))),
    ])
    if (names.length > 0) texts.set(page, withEnglish(Object.fromEntries(read)))
  }
  return texts
}

function readText(path: string): string {
  let text: string
  try {
    text = readFileSync(path, 'utf8').trim()
  } catch {
    throw new RangeError('names a file that cannot be read')
  }
  if (text === '') throw new RangeError('names an empty file')
  if (Buffer.byteLength(text) > MAX_TEXT_BYTES) throw new RangeError('is larger than 256 KB')
  return text
}

/** The schema has made sure of it. */
function withEnglish(texts: Partial<Record<Language, string>>): BrandTexts {
  return { en: '', ...texts }
}
