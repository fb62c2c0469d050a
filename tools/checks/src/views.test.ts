import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const KIT = fileURLToPath(new URL('../../../wallet/kit/src', import.meta.url))

/** Returns the names of the modal's views. */
function viewNames(): string[] {
  const source = readFileSync(`${KIT}/core/modal/views.ts`, 'utf8')
  const [, body = ''] = /export type ViewData = \{\n([\s\S]*?)\n\}\n/.exec(source) ?? []
  return [...body.matchAll(/^ {2}(\w+): /gm)].map(([, name = '']) => name)
}

/** Returns the kit's code without its lists of views: what is left names a view to show it. */
function codeWithoutLists(): string {
  return globSync('**/*.{ts,tsx}', { cwd: KIT })
    .filter((file) => !/\.test\.|^testing\/|view-registry|modal\/views/.test(file))
    .map((file) => readFileSync(`${KIT}/${file}`, 'utf8'))
    .map((code) => code.replaceAll(/new Set<View>\(\[[^\]]*\]\)/g, ''))
    .join('\n')
}

test('the kit itself leads to each of its views', () => {
  const names = viewNames()
  expect(names).toContain('ConnectingWalletConnectBasic')
  const code = codeWithoutLists()
  expect(names.filter((name) => !code.includes(`'${name}'`))).toEqual([])
})
