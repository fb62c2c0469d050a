// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPriceFeed} from "../src/interfaces/IPriceFeed.sol";
import {MockPriceFeed} from "../src/test/MockPriceFeed.sol";
import {Multicall3} from "../src/test/Multicall3.sol";
import {Cheats} from "./Vm.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

contract MocksTest is Cheats {
    uint80 private constant PHASE = 1 << 64;

    MockPriceFeed private feed = new MockPriceFeed(address(this));
    Multicall3 private multicall = new Multicall3();

    function test_feed_behavesLikeAChainlinkProxy() public view {
        assertEq(feed.decimals(), 8);
        assertTrue(keccak256(bytes(feed.description())) == keccak256("BNB / USD (local replay)"), "description");
        assertRound(PHASE, 0, 0);
    }

    function test_push_addsARoundToTheCurrentPhase() public {
        vm.warp(1000);
        vm.expectEmit(address(feed));
        emit IPriceFeed.AnswerUpdated(600e8, PHASE | 1, 1000);
        feed.push(600e8);
        assertRound(PHASE | 1, 600e8, 1000);
        vm.warp(1033);
        feed.push(601e8);
        assertRound(PHASE | 2, 601e8, 1033);
    }

    function test_startPhase_countsFromOneAgain() public {
        feed.push(600e8);
        feed.startPhase();
        assertRound(2 * PHASE, 0, 0);
        feed.push(601e8);
        assertRound(2 * PHASE | 1, 601e8, block.timestamp);
    }

    function test_setRound_becomesTheLatestIfItsIdIsTheHighest() public {
        feed.setRound(3 * PHASE | 5, 600e8, 77);
        assertRound(3 * PHASE | 5, 600e8, 77);
        feed.setRound(2 * PHASE | 9, -1, 78);
        assertRound(3 * PHASE | 5, 600e8, 77);
        (, int256 answer,, uint256 updatedAt,) = feed.getRoundData(2 * PHASE | 9);
        assertEq(answer, -1);
        assertEq(updatedAt, 78);
    }

    function test_feed_isWrittenByItsOwnerOnly() public {
        bytes memory unauthorized = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(7));
        vm.expectRevert(unauthorized);
        vm.prank(address(7));
        feed.push(1);
        vm.expectRevert(unauthorized);
        vm.prank(address(7));
        feed.startPhase();
        vm.expectRevert(unauthorized);
        vm.prank(address(7));
        feed.setRound(1, 1, 1);
    }

    function test_aggregate3_returnsEveryResult() public {
        Multicall3.Call3[] memory calls = new Multicall3.Call3[](2);
        calls[0] = Multicall3.Call3(address(feed), false, abi.encodeCall(feed.decimals, ()));
        calls[1] = Multicall3.Call3(address(feed), true, abi.encodeCall(feed.push, (1)));
        Multicall3.Result[] memory results = multicall.aggregate3(calls);
        assertTrue(results[0].success && !results[1].success, "one of two");
        assertEq(abi.decode(results[0].returnData, (uint8)), 8);
        assertTrue(bytes4(results[1].returnData) == Ownable.OwnableUnauthorizedAccount.selector, "its error");
    }

    function test_aggregate3_revertsIfACallMayNotFail() public {
        Multicall3.Call3[] memory calls = new Multicall3.Call3[](1);
        calls[0] = Multicall3.Call3(address(feed), false, abi.encodeCall(feed.push, (1)));
        vm.expectRevert(abi.encodeWithSelector(Multicall3.CallFailed.selector, 0));
        multicall.aggregate3(calls);
    }

    function test_multicall_returnsBalanceAndBlock() public {
        vm.deal(address(7), 5);
        assertEq(multicall.getEthBalance(address(7)), 5);
        assertEq(multicall.getBlockNumber(), block.number);
        assertEq(multicall.getCurrentBlockTimestamp(), block.timestamp);
    }

    function assertRound(uint80 expectedId, int256 expectedAnswer, uint256 expectedAt) private view {
        (uint80 id, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredIn) = feed.latestRoundData();
        assertEq(id, expectedId);
        assertEq(answer, expectedAnswer);
        assertEq(startedAt, expectedAt);
        assertEq(updatedAt, expectedAt);
        assertEq(answeredIn, expectedId);
    }
}
