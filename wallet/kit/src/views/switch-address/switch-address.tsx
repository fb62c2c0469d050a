import { useQuery } from '@tanstack/react-query'
import { totalValueText } from '#core/account/amount/total-value.ts'
import { assetsQuery } from '#core/account/assets.ts'
import { shortAddress } from '#core/account/short-address.ts'
import { shortName } from '#core/account/short-name.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useIdentity } from '#react/account/use-identity.ts'
import { type KitAccount, useKitAccount } from '#react/account/use-kit-account.ts'
import { useConnectionState, useKit, useMessages } from '#react/kit-context.ts'
import { AddressImage } from '#ui/image/address-image.tsx'
import { ListRow } from '#ui/list/list-row.tsx'
import { RowList } from '#ui/list/row-list.tsx'
import { ScrollList } from '#ui/list/scroll-list.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from './switch-address.module.css'
import { SWITCH_ADDRESS_MESSAGES } from './switch-address-messages.ts'

/** Lists the wallet's accounts. Choosing one uses it. */
export function SwitchAddress() {
  const messages = useMessages('switchAddress', SWITCH_ADDRESS_MESSAGES)
  const { accounts } = useConnectionState().connection
  const account = useKitAccount()
  if (account === null) return null
  return (
    <div className={styles['view']}>
      <p className={styles['hint']}>{accounts.length > 1 ? messages.hint : messages.oneOnly}</p>
      <ScrollList isFullWidth>
        <RowList>
          {accounts.toSorted().map((address) => (
            <li key={address}>
              <AccountRow
                account={{ address, network: account.network }}
                isCurrent={address === account.address}
              />
            </li>
          ))}
        </RowList>
      </ScrollList>
    </div>
  )
}

function AccountRow({ account, isCurrent }: { account: KitAccount; isCurrent: boolean }) {
  const { connections, modal } = useKit()
  const { address } = account
  const { name } = useIdentity(account)
  const choose = () => {
    if (!isCurrent) connections.switchAccount(address)
    modal.goBack()
  }
  return (
    <ListRow
      image={<AddressImage address={address} size={40} />}
      title={name === null ? shortAddress(address) : shortName(name)}
      detail={name === null ? undefined : shortAddress(address)}
      tag={<Value account={account} />}
      isCurrent={isCurrent}
      onClick={choose}
    />
  )
}

/** Value of the account's coin and tokens on the network; nothing without a price. */
function Value({ account: { address, network } }: { account: KitAccount }) {
  const { options, queryClient } = useKit()
  const deps = useAccountDeps()
  const { data, isLoading } = useQuery(
    network === null
      ? { queryKey: ['assets', null], queryFn: () => null }
      : assetsQuery({ ...deps, tokens: options.tokens }, address, network),
    queryClient,
  )
  if (isLoading) return <Skeleton width="64px" height="18px" />
  return <span className={styles['value']}>{data ? totalValueText(data.assets) : null}</span>
}
