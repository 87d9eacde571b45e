// SPDX-License-Identifier: Apache-2.0
// See sha256.hpp.
#include "daemon/wire/sha256.hpp"

#include <array>
#include <openssl/evp.h>

#include "rules/base/contract.hpp"

namespace jipu {

std::string sha256_hex(std::string_view text) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    const int done =
        EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr);
    JIPU_ASSERT(done == 1 && size == 32, "libcrypto has no SHA-256");
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out;
    for (unsigned int i = 0; i < size; ++i) {
        out += digits[digest[i] >> 4U];
        out += digits[digest[i] & 15U];
    }
    return out;
}

} // namespace jipu
