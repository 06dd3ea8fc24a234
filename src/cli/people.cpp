// SPDX-License-Identifier: Apache-2.0
#include "cli/people.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "catalog/wrong_use.hpp"

namespace tare::cli {

People::People(const CommandLine& line, bool stdout_taken)
    : file_(stdout_taken ? stderr : stdout),
      name_(stdout_taken ? "standard error" : "standard output") {
  if (!line.log_file) return;
  name_ = *line.log_file;
  const auto refuse = [&](const char* why) {
    throw catalog::WrongUse(fmt::format("-o: cannot write {}: {}", name_, why));
  };
  file_ = std::fopen(name_.c_str(), "ae");
  if (file_ == nullptr) refuse(std::strerror(errno));
  // The lock goes with the process. A file system without locks tells nobody.
  if (flock(fileno(file_), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    refuse("another run is writing it; choose another file");
  // Of a device or a pipe there is nothing to cut off.
  [[maybe_unused]] const int cut = ftruncate(fileno(file_), 0);
}

People::~People() {
  if (file_ != stdout && file_ != stderr) std::fclose(file_);
}

void People::write(std::string_view text) {
  if (gone_) return;
  std::fwrite(text.data(), 1, text.size(), file_);
  if (std::fflush(file_) == 0 && std::ferror(file_) == 0) return;
  gone_ = true;
  complain(fmt::format("cannot write to {} any more: {}", name_, std::strerror(errno)));
}

report::Columns People::columns() const {
  const int descriptor = fileno(file_);
  if (isatty(descriptor) == 0) return nullptr;
  return [descriptor] {
    winsize size{};
    constexpr std::size_t usual = 80;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual;
  };
}

void complain(std::string_view line) noexcept {
  std::fwrite(line.data(), 1, line.size(), stderr);
  std::fputc('\n', stderr);
}

void hold_standard_descriptors() {
  int descriptor = 0;
  while (descriptor >= 0 && descriptor <= STDERR_FILENO) descriptor = open("/dev/null", O_RDONLY);
  if (descriptor >= 0) close(descriptor);
}

}  // namespace tare::cli
