import { shortAddress } from '#core/account/short-address.ts'
import { shortName } from '#core/account/short-name.ts'
import { useCopy, useKit, useMessages } from '#react/kit-context.ts'
import { SETTINGS_MESSAGES } from '#react/settings-messages.ts'
import { useEmbeddedLogin } from '#react/use-embedded-login.ts'
import { useIdentity } from '#react/use-identity.ts'
import { type KitAccount, useKitAccount } from '#react/use-kit-account.ts'
import { AddressImage } from '#ui/address-image.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { RowIcon } from '#ui/row-icon.tsx'
import { ACCOUNT_MESSAGES } from '#views/account/account-messages.ts'
import styles from './profile.module.css'

/** The accounts of an embedded wallet. */
export function Profile() {
  const account = useKitAccount()
  return account === null ? null : <Accounts account={account} />
}

function Accounts({ account }: { account: KitAccount }) {
  const { address } = account
  const { router } = useKit()
  const messages = useMessages('settings', SETTINGS_MESSAGES)
  const copying = useMessages('account', ACCOUNT_MESSAGES)
  const copy = useCopy()
  const login = useEmbeddedLogin()
  const { name } = useIdentity(account)
  return (
    <div className={styles['profile']}>
      <div className={styles['head']}>
        <AddressImage address={address} size={48} />
        <p title={address}>{name === null ? shortAddress(address) : shortName(name)}</p>
      </div>
      <ListRow
        image={<RowIcon name="gear" />}
        title={messages.settings}
        hasArrow
        onClick={() => router.push('AccountSettings')}
      />
      <h3>{messages.accounts}</h3>
      <ul>
        <li className={styles['account']}>
          <AddressImage address={address} size={32} />
          <span className={styles['label']}>
            <b>{login?.provider == null ? messages.emailAccount : messages.socialAccount}</b>
            <span title={address}>{shortAddress(address)}</span>
          </span>
          <IconButton
            icon="copy"
            name={copying.copyAddress}
            onClick={() => copy(address, copying.addressCopied)}
          />
        </li>
      </ul>
    </div>
  )
}
