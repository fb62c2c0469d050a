// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// @title Price feed with the interface of a Chainlink proxy
/// @notice The part of `AggregatorV3Interface` that the game uses. Bits 64 to 79 of a round id are the
/// phase of the proxy (which aggregator answered), the low 64 bits the aggregator's own counter, starting at 1.
interface IPriceFeed {
    /// @notice Emitted for every new answer. On a live chain the aggregator behind the proxy emits it
    /// @param current The answer, with `decimals()` decimals
    /// @param roundId The round that holds it
    /// @param updatedAt Time of the answer, in Unix seconds
    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);

    /// @notice Number of decimals of every answer
    function decimals() external view returns (uint8);

    /// @notice The priced pair, for example "BNB / USD"
    function description() external view returns (string memory);

    /// @notice One round of the feed
    /// @dev For a round that does not exist, some feeds revert and others return zeros
    /// @param roundId The round to read
    /// @return id The same round id
    /// @return answer The price, with `decimals()` decimals
    /// @return startedAt When the round started, in Unix seconds
    /// @return updatedAt When the answer was written, in Unix seconds; 0 if the round does not exist
    /// @return answeredInRound Kept for compatibility; has no meaning
    function getRoundData(uint80 roundId)
        external
        view
        returns (uint80 id, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound);

    /// @notice The newest round of the feed, in the form of {getRoundData}
    function latestRoundData()
        external
        view
        returns (uint80 id, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound);
}
