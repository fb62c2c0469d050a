import { expect } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { recordAnnouncements } from '../../../support/page/record-announcements.ts'
import { test } from '../../../support/test.ts'
import { connectWallet, visitGame } from '../../../support/visitor/game-visitor.ts'
import { bet } from '../../../support/visitor/page-actions.ts'

/** Slowdown to a cheap phone, on which a toast in a closing dialog would leave before it is announced. */
const SLOWER = 10

test('announces a toast once, while dialogs open and close around it', async ({ browser }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const player = await visitGame(browser, chain, { name: 'Toast Wallet' })
  const { page, dialog } = player
  await connectWallet(player)
  const browserSession = await page.context().newCDPSession(page)
  await browserSession.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const announcements = await recordAnnouncements(page)
  const ofBet = async () => (await announcements()).filter((text) => text.includes('Successfully'))
  await bet(page, 'UP', '0.5')
  // While it is hovered it stays: the pointer arrives before anything else is checked.
  const toast = page.getByText('Bet UP Successfully')
  await toast.hover()
  await expect(dialog).toBeHidden()
  await expect.poll(ofBet).toHaveLength(1)
  await page.getByRole('button', { name: 'How to play' }).first().focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Bet UP Successfully')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(toast).toBeVisible()
  expect(await ofBet()).toHaveLength(1)
})
