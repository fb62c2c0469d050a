import { expect, test } from 'vitest'
import { openPage, type Page } from './open-page.ts'

/** Opens a page whose wallet cannot be opened: its configuration is out of reach. */
function openFailing(isForced: boolean) {
  const shown: Page['state'][] = []
  const close = openPage({ link: null, isForced }, ({ state }) => shown.push(state))
  return { shown, close }
}

test('another attempt of the same page takes the wallet over without a word of another tab', async () => {
  const first = openFailing(false)
  await expect.poll(() => first.shown).toEqual(['failed'])
  first.close()
  const second = openFailing(true)
  await expect.poll(() => second.shown).toEqual(['failed'])
  expect(first.shown).toEqual(['failed'])
  const other = openFailing(true)
  await expect.poll(() => second.shown).toEqual(['failed', 'elsewhere'])
  other.close()
})
