import { EMBEDDED_CONNECTOR_ID } from '@bullring/wallet-kit/embedded-connector'
import type { Language } from '@bullring/wire/text/languages'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useConfig, useConnection, useDisconnect } from 'wagmi'
import { useAppQueryClient } from '#api/app-query-client.ts'
import { useAppConfig } from '#api/market/app-config.ts'
import { type SignInSession, setSignInSession } from '#chain/wallet/sign-in-session.ts'
import { useLanguage, useMessages } from '#i18n/language.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import { CONNECT_MESSAGES } from './connect-messages.ts'
import { followWalletConnect } from './follow-wallet-connect.ts'
import { loadWalletModal } from './load-wallet-modal.ts'
import { loadModalTexts } from './modal-texts.ts'

/**
 * The wallet modal of the app, above its pages, so that it survives when one is mounted again. The kit is loaded
 * on the first click, or for a connected visitor where visitors sign in: it looks up their session and
 * signs them out. It also shows what visitors with an embedded wallet have to approve. Whether the modal is open is known to `kit.modal` alone.
 */
export function WalletModalHost() {
  const { status, connector } = useConnection()
  const { signIn } = useAppConfig()
  const isEmbedded = connector?.id === EMBEDDED_CONNECTOR_ID
  // The kit finishes the login of visitors who had to leave the page for it.
  const [hasReturned] = useState(() => window.location.search.includes('result_uri='))
  const needsKit = hasReturned || (status === 'connected' && (signIn !== 'off' || isEmbedded))
  const { data: loaded, isError } = useQuery(
    { ...useKitQuery(), enabled: needsKit },
    useAppQueryClient(),
  )
  useDisconnectWithoutKit(
    status === 'connected' && isError && (signIn === 'required' || isEmbedded),
  )
  useWalletConnectNotices()
  return loaded && <loaded.WalletModal kit={loaded.kit} />
}

function useWalletConnectNotices() {
  const config = useConfig()
  const toasts = useToastStore()
  const messages = useMessages(CONNECT_MESSAGES)
  useEffect(
    () => followWalletConnect({ config, toasts, messages, page: window }),
    [config, toasts, messages],
  )
}

/**
 * Opens the wallet modal, which `WalletModalHost` shows.
 *
 * @param onOpen - Called before the modal opens at the visitor's request.
 */
export function useWalletModal(onOpen?: () => void) {
  const messages = useMessages(CONNECT_MESSAGES)
  const toasts = useToastStore()
  const client = useAppQueryClient()
  const { status } = useConnection()
  const query = useKitQuery()
  usePreload(status === 'disconnected', useLanguage())

  const { mutate, isPending } = useMutation({
    mutationFn: (_request: OpenRequest) => client.query(query),
    onSuccess: ({ openAccount, openConnect, kit }, { view, reason }) => {
      if (reason === null) onOpen?.()
      if (view === 'Account') openAccount(kit)
      else openConnect(kit, reason)
    },
    onError: () => toasts.show({ level: 'error', text: messages.notLoaded }),
  })
  return {
    isOpening: isPending,
    openModal: () => mutate({ view: 'Connect', reason: null }),
    /** Opens the account of a connected visitor. */
    openAccount: () => mutate({ view: 'Account', reason: null }),
    /** Opens the modal with a sentence that says why. */
    openModalBecause: useCallback(
      (reason: string) => mutate({ view: 'Connect', reason }),
      [mutate],
    ),
  }
}

/** Whether the wallet modal is open. */
export function useIsWalletModalOpen(): boolean {
  const { data } = useQuery({ ...useKitQuery(), enabled: false }, useAppQueryClient())
  const modal = data?.kit.modal
  return useSyncExternalStore(
    (onChange) => modal?.subscribe(onChange) ?? (() => undefined),
    () => modal?.getState().isOpen ?? false,
  )
}

type OpenRequest = {
  view: 'Connect' | 'Account'
  /** Shown in the modal; null without one. */
  reason: string | null
}

/** The kit, created once per app and language: a query, so that clicks and sign-in share one load. */
function useKitQuery() {
  const client = useAppQueryClient()
  const language = useLanguage()
  const deps = {
    config: useConfig(),
    appConfig: useAppConfig(),
    messages: useMessages(CONNECT_MESSAGES),
    toasts: useToastStore(),
    onSession: (session: SignInSession | null) => setSignInSession(client, session),
  }
  return {
    queryKey: ['wallet-kit', language],
    queryFn: async () => {
      const [{ WalletModal, createGameKit, openAccount, openConnect }, modalTexts] =
        await Promise.all([loadWalletModal(), loadModalTexts(language)])
      return { WalletModal, openAccount, openConnect, kit: createGameKit({ ...deps, modalTexts }) }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    structuralSharing: false,
  } as const
}

/** Disconnects a visitor who could not sign in, or could approve nothing, because the kit failed to load. */
function useDisconnectWithoutKit(mustDisconnect: boolean) {
  const messages = useMessages(CONNECT_MESSAGES)
  const toasts = useToastStore()
  const { mutate: disconnect } = useDisconnect()
  useEffect(() => {
    if (!mustDisconnect) return
    toasts.show({ level: 'error', text: messages.notLoaded })
    disconnect({})
  }, [mustDisconnect, toasts, messages, disconnect])
}

/** The first input. */
const INTERACTION_EVENTS = ['pointermove', 'pointerdown', 'keydown'] as const

/** Time in which the page loads what it shows. */
const START_MS = 3_000

/** Loads the modal's code on the first interaction or once the page is idle, so that clicks find it loaded. */
function usePreload(isNeeded: boolean, language: Language) {
  useEffect(() => {
    if (!isNeeded) return
    const wait = new AbortController()
    const load = () => {
      wait.abort()
      // Opening the modal retries and reports a failure.
      loadWalletModal().catch(() => undefined)
      void loadModalTexts(language)
    }
    const options = { passive: true, signal: wait.signal }
    for (const event of INTERACTION_EVENTS) window.addEventListener(event, load, options)
    const idle = setTimeout(() => whenIdle(load, wait.signal), START_MS)
    return () => {
      clearTimeout(idle)
      wait.abort()
    }
  }, [isNeeded, language])
}

/** Calls `run` when the page has nothing else to do. Safari has no idle callback. */
function whenIdle(run: () => void, signal: AbortSignal): void {
  if (signal.aborted) return
  if (!('requestIdleCallback' in window)) {
    run()
    return
  }
  const request = window.requestIdleCallback(run)
  signal.addEventListener('abort', () => window.cancelIdleCallback(request))
}
