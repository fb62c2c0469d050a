import '@bullring/ui/import-chunk'
import { APPROVED_TYPE } from '@bullring/login-api/frame-messages/envelope'
import type { Language } from '@bullring/wire/text/languages'
import { createApprovalQueue } from '#approval/approval-queue.ts'
import { onApproved } from '#approval/on-approved.ts'
import { acceptResults } from '#callback/result-link.ts'
import { openBrowserStorage } from '#device/frame-storage.ts'
import { NoParentError, UnusableBrowserError } from '#frame-errors.ts'
import { pageLanguage } from '#i18n/page-language.ts'
import { listenToParent } from '#protocol/listen-to-parent.ts'
import { activeAccount } from './active-account.ts'
import type { Appearance } from './appearance.ts'
import { applyAppearance } from './apply-appearance.ts'
import { readChain } from './chain-id.ts'
import { createHandlers } from './create-handlers.ts'
import { createFrameServices } from './frame-services.ts'
import type { FrameState } from './frame-state.ts'
import { loadConfig } from './load-config.ts'

const query = new URLSearchParams(location.search)
const { signal } = new AbortController()
const projectId = query.get('projectId') ?? ''
const config = loadConfig(projectId, signal)
const storage = openBrowserStorage()
const queue = createApprovalQueue()

listenToParent({
  frame: window,
  allowedOrigins: config.then(({ origins }) => origins),
  createHandlers: (origin) => createSiteHandlers(origin),
  signal,
}).catch((error: unknown) => {
  // The page is blank otherwise.
  if (error instanceof NoParentError) document.body.textContent = error.message
  else throw error
})

function createSiteHandlers(origin: string) {
  const appearance: Appearance = {
    theme: 'light',
    accent: undefined,
    background: undefined,
    appName: undefined,
    language: pageLanguage(undefined),
  }
  let followLanguage: ((language: Language) => Promise<void>) | undefined
  const state: FrameState = {
    chain: readChain(query.get('chainId')) ?? 1,
    appearance,
    isChoiceOffered: false,
    hearsApproval: false,
    followsWallet: false,
    opensNoWindows: false,
  }
  onApproved(queue, () => {
    if (state.hearsApproval) window.parent.postMessage({ type: APPROVED_TYPE, payload: {} }, origin)
  })
  const services = config.then(async (loaded) => {
    if (!isSecureContext) {
      throw new UnusableBrowserError('The wallet needs a page that is served over HTTPS.')
    }
    return createFrameServices(
      loaded,
      { origin, storage: await storage },
      {
        language: () => state.appearance.language,
        followsWallet: () => state.followsWallet,
      },
    )
  })
  services.then(
    ({ socialLogin }) =>
      acceptResults(window, {
        isOwn: socialLogin.isOwn,
        onResult: (resultUri) => window.parent.postMessage({ resultUri }, origin),
        signal: new AbortController().signal,
      }),
    // Each request reports it.
    () => {},
  )
  return createHandlers({
    services,
    state,
    onAppearance: async (changed) => {
      applyAppearance(changed)
      await followLanguage?.(changed.language)
    },
    approve: async (request) => {
      const context = await readContext()
      const [{ approveRpc }, { showApprovals, showLanguage }] = await Promise.all([
        import('#rpc/approve-rpc.ts'),
        import('#approval/show-approvals.tsx'),
      ])
      followLanguage = showLanguage
      await showApprovals(queue, state.appearance.language)
      return approveRpc({ ...context, queue }, request)
    },
    keep: async (request) => {
      const [context, { keepRequest }] = await Promise.all([
        readContext(),
        import('#detour/keep-request.ts'),
      ])
      const { language, theme } = state.appearance
      const { followsWallet } = state
      return await keepRequest(context, request, { projectId, language, theme, followsWallet })
    },
    takeOutcome: async (id) => {
      const { createKeptRequests } = await import('#detour/kept-requests.ts')
      return await createKeptRequests(await storage).take(id, origin)
    },
  })

  async function readContext() {
    const loaded = await services
    const session = await loaded.session.require()
    const { chain, opensNoWindows } = state
    const account = await activeAccount(loaded.accountTypes, session.wallet, chain)
    return { services: loaded, session, account, chain, origin, opensNoWindows }
  }
}
