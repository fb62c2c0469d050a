import { type ApprovalQueue, createApprovalQueue } from '#approval/approval-queue.ts'
import type { ApprovalRequest } from '#approval/approval-request.ts'
import { readyWallet } from '#login/ready-wallet.ts'
import type { ApprovalContext } from '#rpc/approval-context.ts'
import type { FrameServices } from '#sdk/frame-services.ts'
import { createTestBackend } from './test-backend.ts'

/** Creates a wallet with shares at both services, whose user approves every request. */
export async function createApprovingWallet() {
  const backend = createTestBackend()
  const browser = await backend.createBrowser()
  const { token, session } = await readyWallet(browser.deps, browser.signedIn()).then((ready) => ({
    token: browser.signedIn().token,
    session: ready,
  }))
  const { wallet } = session
  if (wallet === null) throw new Error('no wallet')
  const queue = createApprovalQueue()
  const shown = approveAll(queue)
  const services = {
    ...browser.deps,
    config: { chains: [], markets: [] },
    storage: { isPersistent: true },
  } as unknown as FrameServices
  const context: ApprovalContext = {
    services,
    queue,
    session: { token, session, wallet },
    account: { type: 'eoa', address: wallet.evm },
    chain: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    origin: 'https://app.example',
  }
  return { context, wallet, shown }
}

/** Returns the list that receives what was shown. */
function approveAll(queue: ApprovalQueue): readonly ApprovalRequest[] {
  const shown: ApprovalRequest[] = []
  queue.subscribe(() => {
    const current = queue.current()
    if (current === undefined || current.isWorking) return
    shown.push(current.request)
    current.approve(undefined)
  })
  return shown
}
