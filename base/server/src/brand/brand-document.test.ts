import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TEXT_PAGES } from '@bullring/wire/http/text-page'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeExampleBrand } from '../testing/example-brand.ts'
import { BrandSchema } from './brand-schema.ts'
import { BrandFile } from './read-brand.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'brand-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the example of docs/brand.md is complete and can be used', () => {
  const path = writeExampleBrand(folder)
  const brand = BrandFile.parse(path)
  expect(brand.name).toBe('Tidewater')
  expect([...brand.texts.keys()]).toEqual([...TEXT_PAGES])
  const given = JSON.parse(readFileSync(path, 'utf8'))
  // Link previews have the icon.
  const left = Object.keys(BrandSchema.shape).filter((field) => !(field in given))
  expect(left).toEqual(['picture'])
  writeFileSync(path, JSON.stringify({ ...given, texts: { terms: { en: 'none.txt' } } }))
  expect(BrandFile.safeParse(path).success).toBe(false)
})
