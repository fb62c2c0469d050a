import { expect, test } from 'vitest'
import { UserRejectedError } from '#frame-errors.ts'
import { type ApprovalQueue, createApprovalQueue } from './approval-queue.ts'
import type { ApprovalRequest } from './approval-request.ts'
import { onApproved } from './on-approved.ts'

const REQUEST: ApprovalRequest = {
  origin: 'https://app.example',
  account: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  network: { chainId: 56, name: 'BNB Smart Chain', coin: { symbol: 'BNB', decimals: 18 } },
  subject: { kind: 'message', text: 'hi', raw: 'hi', signInDomain: null },
  isSessionTemporary: false,
}

function watch(queue: ApprovalQueue): string[] {
  const steps: string[] = []
  onApproved(queue, () => steps.push('approved'))
  return steps
}

test('reports each approval once, before it is carried out', async () => {
  const queue = createApprovalQueue()
  const steps = watch(queue)
  for (let request = 0; request < 2; request += 1) {
    const done = queue.ask(REQUEST, () => Promise.resolve(steps.push('carried out')))
    queue.current()?.approve(undefined)
    await done
  }
  expect(steps).toEqual(['approved', 'carried out', 'approved', 'carried out'])
})

test('says nothing of a rejection', async () => {
  const queue = createApprovalQueue()
  const steps = watch(queue)
  const asked = queue.ask(REQUEST, () => Promise.resolve())
  queue.rejectShown()
  await expect(asked).rejects.toThrow(UserRejectedError)
  expect(steps).toEqual([])
})
