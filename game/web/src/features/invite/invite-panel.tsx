import { type ReactNode, useId, useRef } from 'react'
import type { Address } from 'viem'
import { useMarketSymbol } from '#api/market/market-config.ts'
import { telegram } from '#browser/telegram.ts'
import { useClipboard } from '#browser/use-clipboard.ts'
import { useMessages } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { EmptyPanel } from '#ui/panel/empty-panel.tsx'
import { FailedPanel } from '#ui/panel/failed-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { INVITE_MESSAGES } from './invite-messages.ts'
import styles from './invite-panel.module.css'
import { useReferCode } from './use-refer-code.ts'

type InvitePanelProps = {
  account: Address | null
  /** Shown to a visitor without a wallet. */
  connectButton: ReactNode
}

/** The visitor's invite link and the number of players who joined with it. */
export function InvitePanel({ account, connectButton }: InvitePanelProps) {
  const messages = useMessages(INVITE_MESSAGES)
  const { data, isError, refetch } = useReferCode(account)
  if (account === null) {
    return <EmptyPanel title={messages.unconnected}>{connectButton}</EmptyPanel>
  }
  if (data === undefined && isError) {
    return <FailedPanel title={messages.failed} onRetry={() => void refetch()} />
  }
  return (
    <div className={styles['panel']}>
      <div>
        <h3 className={styles['title']}>{messages.title}</h3>
        <p className={styles['hint']}>{messages.hint}</p>
      </div>
      <Referred count={data?.referred} proven={data?.proven ?? 0} />
      <LinkField link={data ? inviteLink(window.location.origin, data.referCode) : ''} />
    </div>
  )
}

/** R-REFERRAL-1, R-REFERRAL-3: the page with the `refer_code` query parameter. */
function inviteLink(origin: string, referCode: string): string {
  return `${origin}/?${new URLSearchParams({ refer_code: referCode })}`
}

function Referred({ count, proven }: { count: number | undefined; proven: number }) {
  const messages = useMessages(INVITE_MESSAGES)
  return (
    <p className={styles['referred']}>
      <b>{count ?? <Skeleton characters={2} />}</b> {messages.referred({ count: count ?? 0 })}
      {count !== undefined && count > 0 && ` (${messages.proven({ count: proven })})`}
    </p>
  )
}

/** @param props.link - '' while loading. */
function LinkField({ link }: { link: string }) {
  const messages = useMessages(INVITE_MESSAGES)
  const text = messages.shareText({ symbol: useMarketSymbol() })
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const { state, copy } = useClipboard()
  const onCopy = async () => {
    input.current?.select()
    await copy(link)
  }
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{messages.link}</label>
      <div className={styles['row']}>
        <input
          ref={input}
          id={id}
          readOnly
          value={link}
          onFocus={(event) => event.target.select()}
        />
        {canShare() && (
          <Button disabled={link === ''} onClick={() => void share(link, text)}>
            <Icon name="out" />
            {messages.share}
          </Button>
        )}
        <Button
          tone={canShare() ? 'quiet' : 'action'}
          disabled={link === ''}
          onClick={() => void onCopy()}
        >
          <Icon name={state === 'copied' ? 'check' : 'copy'} />
          {state === 'copied' ? messages.copied : messages.copy}
        </Button>
      </div>
      <p role="status" className={styles['status']}>
        {state === 'failed' && messages.copyFailed}
      </p>
    </div>
  )
}

/** Phones and some desktops have a share sheet. Elsewhere there is the copy button alone. */
function canShare(): boolean {
  return 'share' in navigator || telegram() !== null
}

/** A visitor who closes the share sheet has changed their mind: nothing to report. */
async function share(url: string, text: string): Promise<void> {
  if (telegram()?.share({ url, text })) return
  await navigator.share({ url, text }).catch(() => undefined)
}
