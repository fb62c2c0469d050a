import { expect, type Page } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { test } from '../../../support/test.ts'
import { connectWallet, visitGame } from '../../../support/visitor/game-visitor.ts'

test('a referral counts once for the owner of the link', async ({ browser }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const host = await visitGame(browser, chain, { name: 'Inviting Wallet' })
  await connectWallet(host)
  await openInvite(host.page)
  const input = host.page.getByLabel('Your invitation link')
  await expect(input).toHaveValue(/refer_code=\w{40}$/)
  const link = await input.inputValue()

  const guest = await visitGame(browser, chain, { name: 'Invited Wallet' })
  const posts: string[] = []
  guest.page.on('request', (request) => {
    if (request.url().endsWith('/api/create_refer')) posts.push(request.postData() ?? '')
  })
  await guest.page.goto(link)
  await expect(guest.page.getByRole('button', { name: 'Connect Wallet' }).first()).toBeVisible()
  await guest.page.goto('/')
  const recorded = guest.page.waitForResponse((response) => response.url().endsWith('create_refer'))
  await connectWallet(guest)
  expect((await recorded).status()).toBe(200)
  const confirm = guest.page.getByRole('button', { name: 'Confirm with wallet' })
  // A page that is left before it has handled the response posts the code again.
  await openInvite(guest.page)
  await expect(confirm).toBeVisible()
  await guest.page.goto(link)
  await expect(guest.page.getByRole('button', { name: /^0x/ })).toBeVisible()
  await openInvite(guest.page)
  expect(posts).toHaveLength(1)
  expect(posts[0]).toContain(guest.wallet.account.address)
  // Nothing opens the wallet until the guest asks for it.
  await confirm.click()
  await expect(guest.page.getByText('Confirmed: your friend sees')).toBeVisible()

  await host.page.reload()
  await openInvite(host.page)
  await expect(host.page.getByRole('tabpanel')).toContainText(
    '1 friend joined (1 confirmed by wallet)',
  )

  await host.page.goto(link)
  await expect(host.page.getByText('This invitation link is your own')).toBeVisible()
})

async function openInvite(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Stats' }).click()
  await page.getByRole('tab', { name: 'Invite' }).click()
  await expect(page.getByLabel('Your invitation link')).toBeVisible()
}
