import { fill } from '@bullring/wire/text/fill'
import { useKit, useMessages } from '#react/kit-context.ts'
import { useIdentity } from '#react/use-identity.ts'
import { type KitAccount, useKitAccount } from '#react/use-kit-account.ts'
import { useNameZone } from '#react/use-name-zone.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { Note } from '#ui/note.tsx'
import { SkeletonRows } from '#ui/row-list.tsx'
import { TextLink } from '#ui/text-button.tsx'
import { NAME_MESSAGES } from './name-messages.ts'
import styles from './register-account-name.module.css'

const MORE_URL = 'https://docs.ens.domains/'

/** Explains names and leads to the registration of one. */
export function ChooseAccountName() {
  const messages = useMessages('names', NAME_MESSAGES)
  const zone = useNameZone()
  const account = useKitAccount()
  if (zone === null) {
    return <Note icon="badge" title={messages.notOffered} detail={messages.notOfferedDetail} />
  }
  if (zone === undefined || account === null) {
    return (
      <div className={layout['view']} role="status" aria-label={messages.loading}>
        <SkeletonRows count={2} />
      </div>
    )
  }
  return <Choose zone={zone} account={account} />
}

function Choose({ zone, account }: { zone: string; account: KitAccount }) {
  const { events, router } = useKit()
  const messages = useMessages('names', NAME_MESSAGES)
  const { name } = useIdentity(account)
  const choose = () => {
    events.emit({ event: 'OPEN_ENS_FLOW' })
    router.push('RegisterAccountName')
  }
  return (
    <div className={layout['view']}>
      <Note
        icon="badge"
        title={name === null ? messages.chooseTitle : name}
        detail={name === null ? fill(messages.chooseDetail, { zone }) : messages.ownName}
      />
      {name === null && (
        <Button size="large" isWide onClick={choose}>
          {messages.choose}
        </Button>
      )}
      <div className={styles['more']}>
        <TextLink href={MORE_URL}>{messages.learnMore}</TextLink>
      </div>
    </div>
  )
}
