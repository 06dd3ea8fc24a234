// SPDX-License-Identifier: Apache-2.0
#include "recording/jfr_writer.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "recording/jfr_fields.hpp"
#include "recording/output_file.hpp"

namespace tare::recording {
namespace {

/// Bytes that are gathered before they are written.
constexpr std::size_t most_pending_bytes = std::size_t{64} << 10;
/// A chunk that is still written: any number from 1 to 254.
constexpr std::uint8_t unfinished = 1;

[[noreturn]] void refuse(int error) {
  throw RecordingError(fmt::format(
      "cannot write the recording: {}; make room, or choose another folder", std::strerror(error)));
}

}  // namespace

/// Spells an event as the schema says; uses the constants that it names.
class JfrWriter::EventWriter {
 public:
  EventWriter(JfrBytes& out, JfrConstants& constants, std::uint64_t& latest)
      : out_(out), constants_(constants), latest_(latest) {}

  void type(const JfrEventType& type) { out_.number(type.id); }
  void time(const char*, const char*, std::uint64_t value) {
    out_.number(value);
    end_ = value;
    latest_ = std::max(latest_, end_);
  }
  void duration(const char*, const char*, std::uint64_t value) {
    out_.number(value);
    latest_ = std::max(latest_, end_ + value);
  }
  void epoch_milliseconds(const char*, const char*, std::uint64_t value) { out_.number(value); }
  void bytes(const char*, const char*, std::uint64_t value) { out_.number(value); }
  void address(const char*, const char*, std::uint64_t value) { out_.number(value); }
  void number(const char*, const char*, std::uint64_t value) { out_.number(value); }
  void count(const char*, const char*, int value) {
    out_.number(static_cast<std::uint64_t>(value));
  }
  void share(const char*, const char*, float value) { out_.real(value); }
  void real(const char*, const char*, double value) { out_.real(value); }
  void text(const char*, const char*, std::string_view value) { out_.text(value); }
  void event_type(const char*, const char*, std::string_view name) {
    out_.number(event_type_number(name));
  }
  void thread(const char*, const char*, ThreadKey key) { constant(JfrType::thread, key.value); }
  void stack(StackKey key) { constant(JfrType::stack_trace, key.value); }
  void object_class(const char*, const char*, std::string_view name) {
    constant(JfrType::class_, constants_.class_named(name));
  }
  void running_state(const char*, const char*) { out_.number(state_at_work); }
  void method(const char*, const char*, std::uint64_t key) { constant(JfrType::method, key); }

 private:
  void constant(JfrType type, std::uint64_t key) {
    constants_.use(type, key);
    out_.number(key);
  }

  JfrBytes& out_;
  JfrConstants& constants_;
  std::uint64_t& latest_;
  std::uint64_t end_ = 0;
};

JfrWriter::JfrWriter(int descriptor, std::string program, Moment start, std::size_t chunk_bytes)
    : descriptor_(descriptor),
      start_(start),
      most_chunk_bytes_(chunk_bytes),
      constants_(std::move(program)),
      latest_(start.monotonic) {
  begin_chunk();
}

void JfrWriter::begin_chunk() {
  chunk_place_ = lseek(descriptor_, 0, SEEK_CUR);
  if (chunk_place_ < 0) refuse(errno);
  chunk_start_ = latest_;
  written_ = 0;
  JfrHeader header;
  header.state = unfinished;
  pending_.raw(header.encode());
  pending_.raw(metadata_event(chunk_start_));
}

template <typename Event>
void JfrWriter::append(const Event& event) {
  body_.clear();
  EventWriter writer(body_, constants_, latest_);
  describe(writer, event);
  append_event(pending_, body_.bytes());
  if (pending_.size() >= most_pending_bytes) flush();
}

template <typename Event>
void JfrWriter::write(const Event& event) {
  append(event);
  if (written_ + pending_.size() < most_chunk_bytes_) return;
  end_chunk(JfrHeader::compressed_integers);
  begin_chunk();
}

void JfrWriter::finish() { end_chunk(JfrHeader::compressed_integers | JfrHeader::final_chunk); }

void JfrWriter::end_chunk(std::uint8_t features) {
  for (const auto& [method, file] : constants_.files()) append(SourceFile{latest_, method, file});
  JfrHeader header;
  header.checkpoint = written_ + pending_.size();
  body_.clear();
  body_.number(checkpoint_event_type);
  body_.number(latest_);
  body_.number(0);  // Duration.
  body_.number(0);  // How far away the checkpoint before is: there is none.
  body_.byte(1);    // A flush.
  body_.raw(constants_.take_used());
  append_event(pending_, body_.bytes());
  flush();
  header.chunk_bytes = written_;
  header.metadata = JfrHeader::size;
  header.start_nanoseconds = start_.wall + (chunk_start_ - start_.monotonic);
  header.start_ticks = chunk_start_;
  header.duration_nanoseconds = latest_ - chunk_start_;
  header.features = features;
  put_header(header);
}

void JfrWriter::put_header(const JfrHeader& header) {
  const std::string bytes = header.encode();
  const ssize_t n = pwrite(descriptor_, bytes.data(), bytes.size(), chunk_place_);
  if (n != static_cast<ssize_t>(bytes.size())) refuse(n < 0 ? errno : ENOSPC);
}

void JfrWriter::flush() {
  if (const int error = write_all(descriptor_, pending_.bytes()); error != 0) refuse(error);
  written_ += pending_.size();
  pending_.clear();
}

template void JfrWriter::write(const ExecutionSample&);
template void JfrWriter::write(const AllocationInNewTlab&);
template void JfrWriter::write(const AllocationOutsideTlab&);
template void JfrWriter::write(const AllocationSample&);
template void JfrWriter::write(const Malloc&);
template void JfrWriter::write(const Free&);
template void JfrWriter::write(const CpuLoad&);
template void JfrWriter::write(const ActiveRecording&);
template void JfrWriter::write(const ActiveSetting&);
template void JfrWriter::write(const OsInformation&);
template void JfrWriter::write(const CpuInformation&);
template void JfrWriter::write(const ProgramInformation&);
template void JfrWriter::write(const Property&);
template void JfrWriter::write(const EnvironmentVariable&);
template void JfrWriter::write(const NativeLibrary&);
template void JfrWriter::write(const BenchmarkEvent&);
template void JfrWriter::write(const IterationEvent&);
template void JfrWriter::write(const AllocationSite&);

}  // namespace tare::recording
