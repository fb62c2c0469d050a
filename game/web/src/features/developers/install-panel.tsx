import { CodeBlock } from './code-block.tsx'
import { Section } from './section.tsx'

/** First lines of a program. */
export function InstallPanel({ origin, symbol }: { origin: string; symbol: string }) {
  return (
    <Section id="install" title="Packages">
      <p>
        <code>@bullring/client</code>: calls, live events and transactions, for Node and browsers.
        In the product’s repository, <code>npm pack -w @bullring/client</code> makes an archive to
        install instead.
      </p>
      <CodeBlock name="Installation of the client" code="npm install @bullring/client viem" />
      <CodeBlock
        name="Example of the client"
        code={`import { createGameClient } from '@bullring/client/game-client'

const game = createGameClient({ origin: '${origin}', symbol: '${symbol}' })
const { epoch, bull_payout, bear_payout } = await game.call('round-info')
console.log(epoch, bull_payout, bear_payout)`}
      />
      <p>
        <code>@bullring/bot</code>: a bot whose key can bet within limits that the chain enforces,
        and can do nothing else.
      </p>
      <CodeBlock
        name="Installation of the bot"
        code={`npx @bullring/bot init --origin ${origin} --stake 0.01 --bets 100`}
      />
    </Section>
  )
}
