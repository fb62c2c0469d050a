// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// @title ERC-721 collection for tests
/// @notice Anyone mints, and chooses what the metadata is
contract MockCollection is ERC721 {
    mapping(uint256 tokenId => string uri) private _uris;

    error NoMetadata();

    constructor(string memory name) ERC721(name, "MOCK") {}

    function mint(address to, uint256 tokenId, string calldata uri) external {
        _uris[tokenId] = uri;
        _mint(to, tokenId);
    }

    /// @notice Emits the event of a transfer that does not happen
    function pretend(address to, uint256 tokenId) external {
        emit Transfer(address(0), to, tokenId);
    }

    /// @inheritdoc ERC721
    /// @dev Reverts for tokens without a URI, and uses all gas for the URI `burn`
    function tokenURI(uint256 tokenId) public view override returns (string memory uri) {
        uri = _uris[tokenId];
        require(bytes(uri).length > 0, NoMetadata());
        bytes32 hash = keccak256(bytes(uri));
        while (hash == keccak256("burn")) {}
    }
}
