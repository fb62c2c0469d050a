import { totalValueText } from '#core/account/amount/total-value.ts'
import { explorerLink } from '#core/account/explorer-link.ts'
import { shortAddress } from '#core/account/short-address.ts'
import { shortName } from '#core/account/short-name.ts'
import { SETTINGS_MESSAGES } from '#react/account/settings-messages.ts'
import { useAssets } from '#react/account/use-assets.ts'
import { useIdentity } from '#react/account/use-identity.ts'
import { type KitAccount, useKitAccount } from '#react/account/use-kit-account.ts'
import { useNameZone } from '#react/account/use-name-zone.ts'
import { useConnectionState, useCopy, useKit, useMessages } from '#react/kit-context.ts'
import { useEmbeddedLogin } from '#react/login/use-embedded-login.ts'
import { IconButton } from '#ui/button/icon-button.tsx'
import { TextButton, TextLink } from '#ui/button/text-button.tsx'
import { AddressImage } from '#ui/image/address-image.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './account.module.css'
import { AccountActions } from './account-actions.tsx'
import { ACCOUNT_MESSAGES } from './account-messages.ts'
import { AccountTabs } from './account-tabs.tsx'
import { CoinBalance } from './coin-balance.tsx'
import { DisconnectButton } from './disconnect-button.tsx'

/** Shows the connected account: name, value, actions, holdings and activity. */
export function Account() {
  const account = useKitAccount()
  return account === null ? null : <AccountDetails account={account} />
}

function AccountDetails({ account }: { account: KitAccount }) {
  const { address, network } = account
  const messages = useMessages('account', ACCOUNT_MESSAGES)
  const copy = useCopy()
  const { router } = useKit()
  const { name, avatar } = useIdentity(account)
  const hasOthers = useConnectionState().connection.accounts.length > 1
  return (
    <div className={styles['account']}>
      <div className={styles['head']}>
        {avatar === null ? (
          <AddressImage address={address} size={48} />
        ) : (
          <img className={styles['avatar']} src={avatar} alt="" />
        )}
        <div className={styles['name']}>
          <span title={address}>{name === null ? shortAddress(address) : shortName(name)}</span>
          <IconButton
            icon="copy"
            name={messages.copyAddress}
            onClick={() => copy(address, messages.addressCopied)}
          />
          {hasOthers && (
            <IconButton
              icon="down"
              name={messages.switchAddress}
              onClick={() => router.push('SwitchAddress')}
            />
          )}
        </div>
        <EmbeddedAccountButton />
        {name === null && network !== null && <ChooseName />}
        {network !== null && (
          <div className={styles['money']}>
            <TotalValue />
            <CoinBalance address={address} network={network} />
          </div>
        )}
        {network?.explorerUrl && (
          <TextLink href={explorerLink(network.explorerUrl, 'address', address)}>
            {messages.explorer}
          </TextLink>
        )}
      </div>
      <AccountActions network={network} />
      {network !== null && <AccountTabs key={network.id} address={address} network={network} />}
      <DisconnectButton />
    </div>
  )
}

/** Leads to the settings of an embedded wallet, by the name that its user logs in with. */
function EmbeddedAccountButton() {
  const { router } = useKit()
  const { connector } = useConnectionState().connection
  const messages = useMessages('settings', SETTINGS_MESSAGES)
  const login = useEmbeddedLogin()
  if (connector?.type !== 'AUTH') return null
  return (
    <TextButton icon="gear" onClick={() => router.push('AccountSettings')}>
      <span className={styles['login']}>{login?.name ?? messages.settings}</span>
    </TextButton>
  )
}

/** Leads to the choice of a name, where the wallet service has names. */
function ChooseName() {
  const { router } = useKit()
  const messages = useMessages('account', ACCOUNT_MESSAGES)
  const zone = useNameZone()
  if (zone === null || zone === undefined) return null
  return (
    <TextButton icon="badge" onClick={() => router.push('ChooseAccountName')}>
      {messages.chooseName}
    </TextButton>
  )
}

/** Value of the account's coin and tokens in US dollars; nothing without a price. */
function TotalValue() {
  const messages = useMessages('account', ACCOUNT_MESSAGES)
  const { data } = useAssets()
  const total = totalValueText(data?.assets ?? [])
  if (total === null) return null
  return (
    <p className={styles['total']}>
      <VisuallyHidden>{messages.total}: </VisuallyHidden>
      {total}
    </p>
  )
}
