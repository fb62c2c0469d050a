import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { localAccounts, privateKeyOf } from '@bullring/stack/chain/local-accounts'
import { expect, type Page } from '@playwright/test'
import { type Hex, isHex } from 'viem'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { expectAccessible } from '../../../support/page/accessibility.ts'
import { OPERATOR_TOKEN } from '../../../support/stack/stacks.ts'
import { test } from '../../../support/test.ts'
import { openVisitor } from '../../../support/visitor/game-visitor.ts'

function ownerKey(): Hex {
  const key = privateKeyOf(localAccounts(0).owner)
  if (!isHex(key)) throw new Error('The key is not in hex')
  return key
}

async function enter(page: Page, token: string): Promise<void> {
  await page.getByLabel('Operator’s token').fill(token)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

test('the operator logs in by token, sees the markets, and the owner collects the fees', async ({
  browser,
}) => {
  const chain = await openChainDriver()
  const market = { address: chain.market.prediction, abi: predictionAbi } as const
  const treasury = () => chain.client.readContract({ ...market, functionName: 'treasuryAmount' })
  expect(await treasury()).toBeGreaterThan(0n)
  const { page, dialog, wallet } = await openVisitor(browser, chain, {
    name: 'Owner Wallet',
    key: ownerKey(),
  })
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  await page.goto('/operator')
  await enter(page, `${OPERATOR_TOKEN}x`)
  await expect(page.getByRole('alert')).toContainText('neither the operator’s token')
  await enter(page, OPERATOR_TOKEN)

  const bnb = page.getByRole('article', { name: 'Market BNB' })
  await expect(bnb).toContainText('bets open')
  await expect(bnb.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Keeper' })).toContainText('running')
  await expectAccessible(page, 'operator')

  await page.getByRole('button', { name: 'Connect the owner’s wallet' }).click()
  await dialog.getByRole('button', { name: wallet.name }).click()
  await bnb.getByRole('button', { name: 'Collect fees' }).click()
  await expect(bnb).toContainText('Simulated: it works')
  await bnb.getByRole('button', { name: 'Sign in the wallet' }).click()
  await expect(bnb.getByRole('status')).toHaveText('Done: the transaction is mined.')
  await expect(bnb.getByRole('button', { name: 'Collect fees' })).toHaveCount(0)
  expect(await treasury()).toBe(0n)

  await page.reload()
  await expect(bnb).toContainText('Fees to collect0 BNB')
  expect(urls.filter((url) => url.includes(OPERATOR_TOKEN))).toEqual([])
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByLabel('Operator’s token')).toBeVisible()
})
