// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPrediction} from "../../src/interfaces/IPrediction.sol";
import {ISessionModule} from "../../src/interfaces/ISessionModule.sol";
import {Game} from "../Game.sol";
import {P256} from "@openzeppelin/contracts/utils/cryptography/P256.sol";

/// @notice Functions of the published Safe contracts that the tests need
interface ISafeSetup {
    function createProxyWithNonce(address singleton, bytes calldata initializer, uint256 saltNonce)
        external
        returns (address);
    function enableModules(address[] calldata modules) external;
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4);
    function setup(
        address[] calldata owners,
        uint256 threshold,
        address to,
        bytes calldata data,
        address fallbackHandler,
        address paymentToken,
        uint256 payment,
        address paymentReceiver
    ) external;
}

/// @notice Base of the tests of `SessionModule`: a market in round 1, and a Safe that has enabled the module
abstract contract Sessions is Game {
    uint256 internal constant KEY = 0x5E5510;
    uint256 internal constant SAFE_OWNER = 0x0A2E;
    uint112 internal constant PER_CALL = 0.05 ether;
    uint112 internal constant TOTAL = 0.2 ether;
    string private constant SAFE_CONTRACTS = "stack/src/account-contracts/account-contracts.json";

    ISessionModule internal module;
    address internal safe;

    function setUp() public virtual override {
        super.setUp();
        // BSC has the precompile for P-256.
        vm.setEvmVersion("osaka");
        vm.warp(GENESIS);
        module = ISessionModule(vm.deployCode("SessionModule.sol:SessionModule", ""));
        safe = deploySafe(SAFE_OWNER);
        vm.deal(safe, 10 ether);
    }

    /// @dev A Safe as in production, with the module enabled from the start
    function deploySafe(uint256 ownerKey) internal returns (address) {
        address[] memory owners = new address[](1);
        owners[0] = vm.addr(ownerKey);
        address[] memory modules = new address[](1);
        modules[0] = address(module);
        bytes memory enable = abi.encodeCall(ISafeSetup.enableModules, (modules));
        address handler = deployPublished(5);
        bytes memory initializer = abi.encodeCall(
            ISafeSetup.setup, (owners, 1, deployPublished(4), enable, handler, address(0), 0, address(0))
        );
        return ISafeSetup(deployPublished(1)).createProxyWithNonce(deployPublished(2), initializer, 0);
    }

    /// @dev Deploys a contract of the file: 1 proxy factory, 2 Safe, 4 module setup, 5 ERC-4337 module
    function deployPublished(uint256 index) private returns (address deployed) {
        string memory path = string(abi.encodePacked(".contracts[", bytes1(uint8(48 + index)), "].creationCode"));
        bytes memory code = vm.parseJsonBytes(vm.readFile(SAFE_CONTRACTS), path);
        assembly ("memory-safe") {
            deployed := create(0, add(code, 32), mload(code))
        }
        assertTrue(deployed != address(0), "deployed");
    }

    /// @dev Bets on either side and claims, ten calls an hour, for a day
    function betting() internal view returns (ISessionModule.Session memory) {
        bytes32[] memory methods = new bytes32[](3);
        methods[0] = methodOf(address(prediction), prediction.betBull.selector);
        methods[1] = methodOf(address(prediction), prediction.betBear.selector);
        methods[2] = methodOf(address(prediction), prediction.claim.selector);
        (uint256 x, uint256 y) = vm.publicKeyP256(KEY);
        return ISessionModule.Session({
            keyX: bytes32(x),
            keyY: bytes32(y),
            valuePerCall: PER_CALL,
            totalValue: TOTAL,
            callsPerPeriod: 10,
            period: 1 hours,
            expiresAt: uint48(GENESIS + 1 days),
            methods: methods
        });
    }

    function methodOf(address target, bytes4 selector) internal pure returns (bytes32) {
        return bytes32(abi.encodePacked(target, selector));
    }

    function grant(ISessionModule.Session memory session) internal returns (bytes32) {
        vm.prank(safe);
        return module.grant(session);
    }

    /// @dev The next call of a session
    function callOf(bytes32 id, uint256 value, bytes memory data) internal view returns (ISessionModule.Call memory) {
        return ISessionModule.Call({
            to: address(prediction),
            value: value,
            data: data,
            nonce: module.stateOf(safe, id).nonce,
            deadline: block.timestamp + 60
        });
    }

    function bullCall(bytes32 id, uint256 epoch, uint256 value) internal view returns (ISessionModule.Call memory) {
        return callOf(id, value, abi.encodeCall(IPrediction.betBull, (epoch)));
    }

    function signatureOf(uint256 key, bytes32 id, ISessionModule.Call memory sessionCall)
        internal
        view
        returns (bytes32[2] memory)
    {
        return signHash(key, module.callHash(safe, id, sessionCall));
    }

    /// @dev As browsers sign, with the smaller of the two values of `s`
    function signHash(uint256 key, bytes32 hash) internal pure returns (bytes32[2] memory signature) {
        (bytes32 r, bytes32 s) = vm.signP256(key, sha256(abi.encodePacked(hash)));
        signature[0] = r;
        signature[1] = uint256(s) > P256.N / 2 ? bytes32(P256.N - uint256(s)) : s;
    }

    function execute(ISessionModule.Session memory session, ISessionModule.Call memory sessionCall)
        internal
        returns (bytes memory)
    {
        bytes32[2] memory signature = signatureOf(KEY, module.sessionId(session), sessionCall);
        return module.execute(safe, session, sessionCall, signature);
    }

    /// @dev Expects an error of a call that the key signed
    function expectRefusal(
        ISessionModule.Session memory session,
        ISessionModule.Call memory sessionCall,
        bytes memory revertData
    ) internal {
        bytes32[2] memory signature = signatureOf(KEY, module.sessionId(session), sessionCall);
        vm.expectRevert(revertData);
        module.execute(safe, session, sessionCall, signature);
    }
}
