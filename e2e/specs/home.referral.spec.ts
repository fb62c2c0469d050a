import { expect, type Page } from '@playwright/test'
import { openChainDriver } from '../support/chain-driver.ts'
import { connect, openPlayer } from '../support/player.ts'
import { test } from '../support/visit.ts'

test('a visitor who came by an invitation counts for who sent it, once', async ({ browser }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const host = await openPlayer(browser, chain, 'Inviting Wallet')
  await connect(host)
  await openInvite(host.page)
  const input = host.page.getByLabel('Your invitation link')
  await expect(input).toHaveValue(/refer_code=\w{10}$/)
  const link = await input.inputValue()

  const guest = await openPlayer(browser, chain, 'Invited Wallet')
  const posts: string[] = []
  guest.page.on('request', (request) => {
    if (request.url().endsWith('/api/create_refer')) posts.push(request.postData() ?? '')
  })
  await guest.page.goto(link)
  await expect(guest.page.getByRole('button', { name: 'Connect Wallet' }).first()).toBeVisible()
  await guest.page.goto('/')
  const noted = guest.page.waitForResponse((response) => response.url().endsWith('create_refer'))
  await connect(guest)
  expect((await noted).status()).toBe(200)
  await guest.page.goto(link)
  await expect(guest.page.getByRole('button', { name: /^0x/ })).toBeVisible()
  await openInvite(guest.page)
  expect(posts).toHaveLength(1)
  expect(posts[0]).toContain(guest.wallet.account.address)

  await host.page.reload()
  await openInvite(host.page)
  await expect(host.page.getByRole('tabpanel')).toContainText('1 player joined with it')

  await host.page.goto(link)
  await expect(host.page.getByText('This invitation link is your own')).toBeVisible()
})

async function openInvite(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Stats' }).click()
  await page.getByRole('tab', { name: 'Invite' }).click()
  await expect(page.getByLabel('Your invitation link')).toBeVisible()
}
