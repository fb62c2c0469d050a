// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Limited keys for Safes
/// @notice A Safe that has enabled this module can let a key call certain methods of certain contracts: up to a value per
/// call and in all, a number of calls per period, and until a time. Anyone may submit a call that the key signed. The module
/// has no owner, holds no coins and makes no other calls
interface ISessionModule {
    /// @notice Permissions that an account grants to a key. Their hash is the id of the session
    struct Session {
        /// @notice Public key on the curve P-256
        bytes32 keyX;
        bytes32 keyY;
        /// @notice Most that one call may send, in wei
        uint112 valuePerCall;
        /// @notice Most that all calls together may send, in wei
        uint112 totalValue;
        /// @notice Most calls per period. A period starts with the first call after the end of the last one
        uint32 callsPerPeriod;
        /// @notice Length of a period in seconds
        uint32 period;
        /// @notice From this time on, in Unix seconds, the key is worthless
        uint48 expiresAt;
        /// @notice Allowed methods: address of a contract, selector and 8 zero bytes
        bytes32[] methods;
    }

    /// @notice A call on behalf of an account
    struct Call {
        address to;
        uint256 value;
        bytes data;
        /// @notice Number of earlier calls of the session
        uint256 nonce;
        /// @notice Last second in which the call counts
        uint256 deadline;
    }

    /// @notice A session is `Unknown` before it is granted. A revoked one stays revoked
    enum Status {
        Unknown,
        Active,
        Revoked
    }

    /// @notice Used part of a session's limits
    struct State {
        /// @notice Sent in all, in wei
        uint112 spent;
        /// @notice Start of the current period, in Unix seconds
        uint48 periodStart;
        /// @notice Calls in the current period
        uint32 periodCalls;
        /// @notice Calls in all: the nonce of the next one
        uint32 nonce;
        /// @notice Expiry is not part of it: see `Session.expiresAt`
        Status status;
    }

    event SessionGranted(address indexed account, bytes32 indexed id, Session session);
    event SessionRevoked(address indexed account, bytes32 indexed id);
    event SessionCalled(address indexed account, bytes32 indexed id, uint256 indexed nonce);

    /// @notice The key is no point of P-256
    error InvalidKey();
    /// @notice The session has no methods, no calls, no period, or ends in the past
    error EmptySession();
    /// @notice The method is of the account, of this module or of an address without code, or its last 8 bytes are not zero
    error InvalidMethod(bytes32 method);
    /// @notice A session can be granted once
    error AlreadyGranted(bytes32 id);
    /// @notice The account has not granted the session, or has revoked it
    error NotActive(bytes32 id);
    error Expired(uint256 expiresAt);
    error DeadlinePassed(uint256 deadline);
    error WrongNonce(uint256 expected);
    error MethodNotAllowed(bytes32 method);
    error ValuePerCallExceeded(uint256 limit);
    error TotalValueExceeded(uint256 left);
    /// @notice The calls of this period are used up
    error TooManyCalls(uint256 periodEnd);
    error InvalidSignature();

    /// @notice Lets a key make calls for the caller, a Safe. Reverts for limits under which no call is possible
    /// @return id Id of the session
    function grant(Session calldata session) external returns (bytes32 id);

    /// @notice Ends a session of the caller at once, and for ever. It need not have been granted
    function revoke(bytes32 id) external;

    /// @notice Ends a session at once, with the account's signature (ERC-1271) of `revocationHash`. Anyone may submit it
    function revokeWithSignature(address account, bytes32 id, bytes calldata signature) external;

    /// @notice Makes a call that the session's key signed, and that the limits allow. Anyone may submit it. Reverts with
    /// the error of the call
    /// @param signature `r` and `s` of an ECDSA signature over SHA-256 of `callHash`, with `s` in the lower half
    /// @return result What the call returned
    function execute(
        address account,
        Session calldata session,
        Call calldata sessionCall,
        bytes32[2] calldata signature
    ) external returns (bytes memory result);

    /// @notice Id of a session
    function sessionId(Session calldata session) external pure returns (bytes32);

    /// @notice Used part of a session's limits, and whether it is active
    function stateOf(address account, bytes32 id) external view returns (State memory);

    /// @notice EIP-712 hash of a call
    function callHash(address account, bytes32 id, Call calldata sessionCall) external view returns (bytes32);

    /// @notice EIP-712 hash of a revocation
    function revocationHash(address account, bytes32 id) external view returns (bytes32);
}
