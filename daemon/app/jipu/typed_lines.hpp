// SPDX-License-Identifier: Apache-2.0
// Lines of standard input on a loop, for who sits at a board. Where nothing can be read there
// (/dev/null, a file), there are none.
#pragma once

#include <functional>
#include <memory>
#include <string>

namespace boost::asio {
class io_context;
}

namespace jipu::tool {

class TypedLines {
  public:
    /// `typed`: each line without its end; `ended`: nothing more will come.
    TypedLines(boost::asio::io_context& loop, std::function<void(const std::string&)> typed,
               std::function<void()> ended);
    ~TypedLines();
    TypedLines(const TypedLines&) = delete;
    TypedLines& operator=(const TypedLines&) = delete;

  private:
    struct Impl;
    std::shared_ptr<Impl> impl_;
};

} // namespace jipu::tool
