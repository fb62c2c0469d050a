import { shortAddress } from '#core/account/short-address.ts'
import { shortName } from '#core/account/short-name.ts'
import { SETTINGS_MESSAGES } from '#react/account/settings-messages.ts'
import { type AccountChoice, useAccountChoice } from '#react/account/use-account-choice.ts'
import { useIdentity } from '#react/account/use-identity.ts'
import { type KitAccount, useKitAccount } from '#react/account/use-kit-account.ts'
import { useCopy, useKit, useMessages } from '#react/kit-context.ts'
import { useEmbeddedLogin } from '#react/login/use-embedded-login.ts'
import { IconButton } from '#ui/button/icon-button.tsx'
import { TextButton } from '#ui/button/text-button.tsx'
import { AddressImage } from '#ui/image/address-image.tsx'
import { ListRow } from '#ui/list/list-row.tsx'
import { RowIcon } from '#ui/list/row-icon.tsx'
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
  const choice = useAccountChoice()
  const rows = useAccountRows(address, choice)
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
        {rows.map(({ address: each, label, onSwitch }) => (
          <li key={each} className={styles['account']}>
            <AddressImage address={each} size={32} />
            <span className={styles['label']}>
              <b>{label}</b>
              <span title={each}>{shortAddress(each)}</span>
            </span>
            {onSwitch !== null && (
              <TextButton isDisabled={choice?.isSwitching ?? false} onClick={onSwitch}>
                {messages.switch}
              </TextButton>
            )}
            <IconButton
              icon="copy"
              name={copying.copyAddress}
              onClick={() => copy(each, copying.addressCopied)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

type AccountRow = {
  address: string
  label: string
  /** Null for the account in use. */
  onSwitch: (() => void) | null
}

/** The account in use, and on some networks the other one that the wallet has there. */
function useAccountRows(address: string, choice: AccountChoice | null): readonly AccountRow[] {
  const messages = useMessages('settings', SETTINGS_MESSAGES)
  const login = useEmbeddedLogin()
  if (choice === null) {
    const label = login?.provider == null ? messages.emailAccount : messages.socialAccount
    return [{ address, label, onSwitch: null }]
  }
  return choice.accounts.map(({ address: each, type }, index) => ({
    address: each,
    label: type === 'smartAccount' ? messages.smartAccount : messages.eoa,
    onSwitch: index === 0 ? null : () => choice.switchTo(type),
  }))
}
