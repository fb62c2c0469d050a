import type { Nft } from '@bullring/wallet-api/blockchain-api/nfts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { nftsQuery } from '#core/account/account-queries.ts'
import { trustedImage } from '#core/account/trusted-image.ts'
import { isNotOffered } from '#core/service/refusal.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import type { KitAccount } from '#react/account/use-kit-account.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { Button } from '#ui/button/button.tsx'
import { WalletImage } from '#ui/image/wallet-image.tsx'
import { ScrollList } from '#ui/list/scroll-list.tsx'
import { Note } from '#ui/note.tsx'
import { ACCOUNT_MESSAGES } from './account-messages.ts'
import { LoadingRows } from './loading-rows.tsx'
import styles from './nfts-tab.module.css'

type NftsTabProps = {
  address: KitAccount['address']
  network: NonNullable<KitAccount['network']>
}

/** NFTs of the account in a grid. */
export function NftsTab({ address, network }: NftsTabProps) {
  const { queryClient } = useKit()
  const { service } = useAccountDeps()
  const messages = useMessages('account', ACCOUNT_MESSAGES)
  const query = useInfiniteQuery(
    nftsQuery(service, { account: address, chainId: network.id }),
    queryClient,
  )
  const { data, error, hasNextPage, isFetchingNextPage } = query
  if (data === undefined && error === null) return <LoadingRows />
  if (data === undefined && isNotOffered(error)) {
    const { nftsNotOffered, nftsNotOfferedDetail } = messages
    return <Note icon="picture" title={nftsNotOffered} detail={nftsNotOfferedDetail} />
  }
  if (data === undefined) {
    return (
      <Note icon="warning" title={messages.nftsFailed}>
        <Button tone="quiet" onClick={() => void query.refetch()}>
          {messages.tryAgain}
        </Button>
      </Note>
    )
  }
  const nfts = data.pages.flatMap((page) => page.data)
  if (nfts.length === 0) {
    return <Note icon="picture" title={messages.noNfts} detail={messages.noNftsDetail} />
  }
  return (
    <ScrollList>
      <ul className={styles['grid']}>
        {nfts.map((nft) => (
          <li key={`${nft.address}:${nft.tokenId}`} className={styles['tile']}>
            <Picture nft={nft} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button tone="quiet" isBusy={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {messages.more}
        </Button>
      )}
    </ScrollList>
  )
}

function Picture({ nft: { name, collection, quantity, imageUrl } }: { nft: Nft }) {
  const { servicesUrl } = useKit().options
  return (
    <>
      <WalletImage
        name={name === '' ? collection : name}
        source={trustedImage(imageUrl, servicesUrl)}
        size={96}
      />
      <b>{name}</b>
      <span>{quantity === '1' ? collection : `${collection} × ${quantity}`}</span>
    </>
  )
}
