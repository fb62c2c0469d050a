import { expect } from '@playwright/test'
import { test } from '../../support/kit/kit-test.ts'
import {
  connectKit,
  expectAccessible,
  type KitVisitor,
  openAccount,
  visitKit,
} from '../../support/kit/kit-visitor.ts'
import { expectLayout } from '../../support/page/layout-problems.ts'
import { takePicture } from '../../support/visitor/page-actions.ts'

type Step = readonly [view: string, open: (visitor: KitVisitor) => Promise<void>]

const press = ({ dialog }: KitVisitor, name: string | RegExp) =>
  dialog.getByRole('button', { name }).first().click()

const shows = ({ dialog }: KitVisitor, text: string | RegExp) =>
  expect(dialog.getByText(text).first()).toBeVisible()

/** Opens a view from the account, and waits for `text` in it. */
const via =
  (name: string | RegExp, text: string | RegExp): Step[1] =>
  async (visitor) => {
    await press(visitor, name)
    await shows(visitor, text)
  }

const back = (visitor: KitVisitor) => press(visitor, 'Back')

/** Steps from one view to the next, starting at the account. */
const STEPS: readonly Step[] = [
  ['Account', (visitor) => shows(visitor, '10 BNB')],
  ['OnRampProviders', via('Buy', 'No fees')],
  ['OnRampFiatSelect', via(/change currency/, 'US Dollar')],
  [
    'OnRampTokenSelect',
    async (visitor) => {
      await back(visitor)
      await press(visitor, /change token/)
      await expect(visitor.dialog.getByRole('searchbox', { name: 'Search token' })).toBeVisible()
    },
  ],
  [
    'WhatIsABuy',
    async (visitor) => {
      await back(visitor)
      await via('How does it work?', 'A provider sells you coins')(visitor)
    },
  ],
  [
    'BuyInProgress',
    async (visitor) => {
      await press(visitor, 'Got it')
      const opening = visitor.page.context().waitForEvent('page')
      await press(visitor, /^Play money/)
      const checkout = await opening
      await checkout.getByRole('button', { name: 'Pay with play money' }).click()
      await expect(visitor.dialog.getByText(/^You bought 0\.\d+ BNB$/)).toBeVisible()
    },
  ],
  ['OnRampActivity', via('Your purchases', /^Bought$/)],
  [
    'Swap',
    async (visitor) => {
      await visitor.page.keyboard.press('Escape')
      await openAccount(visitor)
      await via('Swap', /You pay|not offered here/)(visitor)
    },
  ],
  [
    'WalletSend',
    async (visitor) => {
      await back(visitor)
      await via('Send', 'Receiver')(visitor)
    },
  ],
  ['WalletSendSelectToken', via(/change token|Select token/, 'Your tokens')],
  [
    'WalletReceive',
    async (visitor) => {
      await back(visitor)
      await shows(visitor, 'Receiver')
      await back(visitor)
      await via('Receive', 'Copy your address or scan this QR code')(visitor)
    },
  ],
  [
    'ChooseAccountName',
    async (visitor) => {
      await back(visitor)
      await via('Choose a name', /^A name such as you\./)(visitor)
    },
  ],
  [
    'RegisterAccountName',
    via('Choose a name', 'Others can send to this name instead of your address.'),
  ],
]

for (const theme of ['light', 'dark'] as const) {
  test(`every view of the account is accessible on a phone (${theme})`, async ({
    browser,
    kitOnStack: kit,
  }, info) => {
    const visitor = await visitKit(browser, kit, { options: { themeMode: theme } })
    const { page } = visitor
    await page.setViewportSize({ width: 360, height: 740 })
    await connectKit(visitor)
    await openAccount(visitor)
    for (const [view, open] of STEPS) {
      await test.step(view, async () => {
        await open(visitor)
        await takePicture(page, info, `${view}-${theme}`)
        await expectAccessible(page)
      })
    }
  })
}

test('suggestions for a very long name fit the narrowest phone', async ({
  browser,
  kitOnStack: kit,
}) => {
  const visitor = await visitKit(browser, kit)
  const { dialog, page } = visitor
  await page.setViewportSize({ width: 320, height: 740 })
  await connectKit(visitor)
  await openAccount(visitor)
  await via('Choose a name', /^A name such as you\./)(visitor)
  await via('Choose a name', 'Others can send to this name instead of your address.')(visitor)
  // Refused, because it ends with a hyphen.
  await dialog.getByLabel('Name').fill(`${'bull'.repeat(15)}-`)
  await expect(dialog.getByRole('button', { name: /^(?:bull){10}/ }).first()).toBeVisible()
  await expectLayout(page, 'suggestions')
})
