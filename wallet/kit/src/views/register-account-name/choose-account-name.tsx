import { fill } from '@bullring/wire/text/fill'
import type { Address } from 'viem'
import type { WalletService } from '#core/service/wallet-service.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useKitAccount } from '#react/account/use-kit-account.ts'
import { useNameZone } from '#react/account/use-name-zone.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { Button } from '#ui/button/button.tsx'
import { RetryButton } from '#ui/button/retry-button.tsx'
import { TextLink } from '#ui/button/text-button.tsx'
import layout from '#ui/layout.module.css'
import { SkeletonRows } from '#ui/list/row-list.tsx'
import { Note } from '#ui/note.tsx'
import { NAME_MESSAGES } from './name-messages.ts'
import styles from './register-account-name.module.css'
import { useOwnNames } from './use-own-names.ts'

const MORE_URL = 'https://docs.ens.domains/'

/** Explains names and leads to the registration of one. */
export function ChooseAccountName() {
  const messages = useMessages('names', NAME_MESSAGES)
  const { service } = useAccountDeps()
  const zone = useNameZone()
  const address = useKitAccount()?.address
  if (service === null || zone === null) {
    return <Note icon="badge" title={messages.notOffered} detail={messages.notOfferedDetail} />
  }
  if (zone === undefined || address === undefined) return <Loading />
  return <Choose service={service} zone={zone} address={address} />
}

function Loading() {
  const messages = useMessages('names', NAME_MESSAGES)
  return (
    <div className={layout['view']} role="status" aria-label={messages.loading}>
      <SkeletonRows count={2} />
    </div>
  )
}

type ChooseProps = { service: WalletService; zone: string; address: Address }

function Choose({ service, zone, address }: ChooseProps) {
  const messages = useMessages('names', NAME_MESSAGES)
  const { data: names, error, refetch } = useOwnNames(service, address)
  if (names === undefined && error !== null) {
    return (
      <Note icon="badge" title={messages.namesFailed}>
        <RetryButton label={messages.retry} onClick={() => void refetch()} />
      </Note>
    )
  }
  if (names === undefined) return <Loading />
  const [name] = names
  return (
    <div className={layout['view']}>
      <Note
        icon="badge"
        title={name ?? messages.chooseTitle}
        detail={name === undefined ? fill(messages.chooseDetail, { zone }) : messages.ownName}
      />
      {name === undefined && <ChooseButton />}
      <div className={styles['more']}>
        <TextLink href={MORE_URL}>{messages.learnMore}</TextLink>
      </div>
    </div>
  )
}

function ChooseButton() {
  const { events, router } = useKit()
  const messages = useMessages('names', NAME_MESSAGES)
  const choose = () => {
    events.emit({ event: 'OPEN_ENS_FLOW' })
    router.push('RegisterAccountName')
  }
  return (
    <Button size="large" isWide onClick={choose}>
      {messages.choose}
    </Button>
  )
}
