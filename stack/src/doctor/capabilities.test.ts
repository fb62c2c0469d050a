import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeExampleBrand } from '@bullring/server/testing/example-brand'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseSettings } from '../settings.ts'
import { problemOf } from '../setup/questions.ts'
import { capabilities } from './capabilities.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'brand-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const PUBLIC = { CHAIN_ID: '97', RPC_URL: 'https://node.example' }

function statesOf(env: Record<string, string>) {
  const findings = capabilities(parseSettings(env, []))
  return Object.fromEntries(
    findings
      .filter(({ capability }) => ['own brand', 'imprint', 'terms of use'].includes(capability))
      .map(({ capability, state, setting }) => [capability, setting ?? state]),
  )
}

describe('capabilities', () => {
  test('names the legal texts that a public chain lacks', () => {
    expect(statesOf(PUBLIC)).toEqual({
      'own brand': 'BRAND_FILE',
      imprint: 'BRAND_FILE: texts.imprint',
      'terms of use': 'BRAND_FILE: texts.terms',
    })
    expect(statesOf({})).toEqual({ 'own brand': 'BRAND_FILE' })
  })

  test('finds them in the brand', () => {
    const BRAND_FILE = writeExampleBrand(folder)
    expect(problemOf('brand', BRAND_FILE)).toBeNull()
    expect(problemOf('brand', `${folder}/none.json`)).toContain('it cannot be read')
    expect(statesOf({ ...PUBLIC, BRAND_FILE })).toEqual({
      'own brand': 'on',
      imprint: 'on',
      'terms of use': 'on',
    })
  })
})
