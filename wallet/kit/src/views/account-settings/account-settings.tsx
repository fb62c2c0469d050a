import { fill } from '@bullring/wire/text/fill'
import { shortAddress } from '#core/account/short-address.ts'
import { SETTINGS_MESSAGES } from '#react/account/settings-messages.ts'
import { useAccountChoice } from '#react/account/use-account-choice.ts'
import { useAccountType } from '#react/account/use-account-type.ts'
import { useIdentity } from '#react/account/use-identity.ts'
import { type KitAccount, useKitAccount } from '#react/account/use-kit-account.ts'
import { useNameZone } from '#react/account/use-name-zone.ts'
import { useConnectionState, useCopy, useKit, useMessages } from '#react/kit-context.ts'
import { useEmbeddedLogin } from '#react/login/use-embedded-login.ts'
import { NetworkImage } from '#react/network/network-image.tsx'
import { IconButton } from '#ui/button/icon-button.tsx'
import { openLink } from '#ui/button/open-link.ts'
import { AddressImage } from '#ui/image/address-image.tsx'
import { ListRow } from '#ui/list/list-row.tsx'
import { RowIcon, RowSocialIcon } from '#ui/list/row-icon.tsx'
import { RowList } from '#ui/list/row-list.tsx'
import { ACCOUNT_MESSAGES } from '#views/account/account-messages.ts'
import { DisconnectButton } from '#views/account/disconnect-button.tsx'
import styles from './account-settings.module.css'

/** Settings of the connected embedded wallet. */
export function AccountSettings() {
  const account = useKitAccount()
  return account === null ? null : <Settings account={account} />
}

function Settings({ account }: { account: KitAccount }) {
  const { address } = account
  const messages = useMessages('account', ACCOUNT_MESSAGES)
  const copy = useCopy()
  return (
    <div className={styles['settings']}>
      <div className={styles['head']}>
        <AddressImage address={address} size={48} />
        <p className={styles['address']}>
          <span title={address}>{shortAddress(address)}</span>
          <IconButton
            icon="copy"
            name={messages.copyAddress}
            onClick={() => copy(address, messages.addressCopied)}
          />
        </p>
      </div>
      <RowList>
        <LoginRow />
        <NetworkRow account={account} />
        <AccountTypeRow />
        <SessionsRow />
        <NameRow account={account} />
        <SecurityRow />
      </RowList>
      <DisconnectButton />
    </div>
  )
}

/** The email address can be changed. The name of a social account cannot. */
function LoginRow() {
  const { router } = useKit()
  const messages = useMessages('settings', SETTINGS_MESSAGES)
  const login = useEmbeddedLogin()
  const { provider = null, providerId = null, name = null } = login ?? {}
  const isEmail = login !== null && provider === null
  return (
    <li>
      <ListRow
        image={
          providerId === null ? <RowIcon name="mail" /> : <RowSocialIcon provider={providerId} />
        }
        title={name ?? messages.email}
        detail={provider === null ? messages.editEmail : fill(messages.loggedInWith, { provider })}
        hasArrow={isEmail}
        isDisabled={!isEmail}
        onClick={() => router.push('UpdateEmailWallet')}
      />
    </li>
  )
}

function NetworkRow({ account: { network } }: { account: KitAccount }) {
  const { options, router } = useKit()
  const messages = useMessages('settings', SETTINGS_MESSAGES)
  const { networks } = useConnectionState()
  if (!options.enableNetworkSwitch || network === null || networks.length < 2) return null
  return (
    <li>
      <ListRow
        image={<NetworkImage network={network} size={40} />}
        title={network.name}
        detail={messages.network}
        hasArrow
        onClick={() => router.push('Networks')}
      />
    </li>
  )
}

/** Choice of the account type, on networks where the wallet has a smart account too. */
function AccountTypeRow() {
  const messages = useMessages('settings', SETTINGS_MESSAGES)
  const choice = useAccountChoice()
  if (choice === null) return null
  const isSmart = choice.accounts[0]?.type === 'smartAccount'
  return (
    <li>
      <ListRow
        image={<RowIcon name="swap" />}
        title={isSmart ? messages.toEoa : messages.toSmartAccount}
        detail={fill(messages.inUse, { account: isSmart ? messages.smartAccount : messages.eoa })}
        isDisabled={choice.isSwitching}
        onClick={() => choice.switchTo(isSmart ? 'eoa' : 'smartAccount')}
      />
    </li>
  )
}

/** Link to the sessions, which only a smart account has. */
function SessionsRow() {
  const { options, router } = useKit()
  const messages = useMessages('settings', SETTINGS_MESSAGES)
  const isSmart = useAccountType() === 'smartAccount'
  if (!isSmart || options.servicesUrl === undefined) return null
  return (
    <li>
      <ListRow
        image={<RowIcon name="badge" />}
        title={messages.sessions}
        detail={messages.sessionsDetail}
        hasArrow
        onClick={() => router.push('SmartSessionList')}
      />
    </li>
  )
}

/** Offer of a name, while the account has none and where names are registered. */
function NameRow({ account }: { account: KitAccount }) {
  const { router } = useKit()
  const messages = useMessages('settings', SETTINGS_MESSAGES)
  const zone = useNameZone()
  const { name } = useIdentity(account)
  if (name !== null || zone === null || zone === undefined) return null
  return (
    <li>
      <ListRow
        image={<RowIcon name="badge" />}
        title={messages.chooseName}
        hasArrow
        onClick={() => router.push('ChooseAccountName')}
      />
    </li>
  )
}

/** Opens the wallet's own page: keys are shown there, never in this one. */
function SecurityRow() {
  const messages = useMessages('settings', SETTINGS_MESSAGES)
  const login = useEmbeddedLogin()
  return (
    <li>
      <ListRow
        image={<RowIcon name="gear" />}
        title={messages.security}
        detail={messages.securityDetail}
        isDisabled={login === null}
        hasArrow
        onClick={() => login && openLink(`${login.origin}/dashboard`)}
      />
    </li>
  )
}
