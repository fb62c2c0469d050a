import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createTestKit, renderKit } from '#testing/render-kit.tsx'

afterEach(cleanup)

test('WhatIsANetwork explains networks and links to more', async () => {
  const kit = createTestKit([])
  renderKit(kit)
  act(() => kit.modal.open('WhatIsANetwork'))
  expect(await screen.findByText('There are many networks')).toBeDefined()
  expect(screen.getByRole('dialog', { name: 'What is a network?' })).toBeDefined()
  expect(screen.getByRole('link', { name: /Learn more/ }).getAttribute('target')).toBe('_blank')
})
