// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <optional>

#include "catalog/nearest.hpp"
#include "catalog/wrong_use.hpp"
#include "cli/people.hpp"
#include "cli/result_file.hpp"
#include "recording/collapsed.hpp"
#include "recording/jfr_reader.hpp"
#include "recording/pprof.hpp"
#include "recording/speedscope.hpp"
#include "stacks/flame_graph.hpp"
#include "tool/arguments.hpp"
#include "tool/command.hpp"
#include "tool/input_file.hpp"

namespace tare::tool {
namespace {

using catalog::WrongUse;
using stacks::StackProfile;

constexpr const char* usage =
    "usage: tare convert FILE … --to FORMAT [options]\n"
    "       tare convert BEFORE AFTER --to html --difference [options]\n\n"
    "Converts recordings (.jfr, of Tare, a JDK or async-profiler) and collapsed stacks to flame "
    "graphs\n"
    "and to what other programs read. What a file is, is told by its content.\n"
    "Exit code: 0 fine, 1 a file could not be written, 2 wrong use, or a file cannot be read.\n";

/// Of a file, profiles of the event that was asked for or of all it has any of, which are at least
/// one; and of the first, the number of the type of values that was asked for.
struct Chosen {
  std::vector<StackProfile> profiles;
  std::size_t type = 0;
};

std::string gzipped(const std::string& bytes) {
  z_stream stream{};
  constexpr int gzip_window = 15 + 16;  // zlib.h: 16 more make a header of gzip.
  constexpr int usual_memory = 8;
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip_window, usual_memory,
                   Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  // zlib takes pieces of at most 4 GB.
  if (bytes.size() > UINT_MAX || out.size() > UINT_MAX)
    throw WrongUse("the profile is too large for pprof; choose another format");
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

struct Format {
  const char* name;
  const char* extension;
  bool is_for_terminals;
  std::string (*text)(const Chosen& chosen);
};

/// The first profile's values in another order.
void show_first(StackProfile& profile, std::size_t type) {
  std::swap(profile.types[0], profile.types[type]);
  for (stacks::WeightedStack& stack : profile.stacks)
    std::swap(stack.values[0], stack.values[type]);
}

std::string page_of(Chosen chosen) {
  show_first(chosen.profiles.front(), chosen.type);
  return stacks::flame_graph_html(chosen.profiles);
}

/// `cpu, alloc`.
std::string events_of(const Chosen& chosen) {
  std::string names;
  for (const StackProfile& profile : chosen.profiles)
    names += (names.empty() ? "" : ", ") + profile.types.front().name;
  return names;
}

/// Of the first event that both have.
std::string difference_of(Chosen before, Chosen after) {
  show_first(before.profiles.front(), before.type);
  show_first(after.profiles.front(), after.type);
  for (const StackProfile& one : before.profiles)
    for (const StackProfile& other : after.profiles)
      if (one.types == other.types) return stacks::flame_graph_difference_html(one, other);
  throw WrongUse(fmt::format(
      "tare convert: nothing in both files can be compared: BEFORE has {}, AFTER has {}",
      events_of(before), events_of(after)));
}

const Format formats[] = {
    {"html", "html", false, [](const Chosen& one) { return page_of(one); }},
    {"collapsed", "collapsed", true,
     [](const Chosen& one) { return recording::collapsed_text(one.profiles.front(), one.type); }},
    {"pprof", "pb.gz", false,
     [](const Chosen& one) {
       return gzipped(recording::pprof_bytes(one.profiles.front(), one.type));
     }},
    {"speedscope", "speedscope.json", false,
     [](const Chosen& one) { return recording::speedscope_json(one.profiles.front(), one.type); }},
};

/// One of several words; `what` is the option.
void demand(const char* option, const std::string& word, const std::vector<std::string>& words) {
  if (std::find(words.begin(), words.end(), word) != words.end()) return;
  throw WrongUse(fmt::format("tare convert: --{} {}: it is one of {}{}", option, word,
                             fmt::join(words, ", "), catalog::did_you_mean(word, words)));
}

const Format& format_named(const std::string& name) {
  std::vector<std::string> names;
  for (const Format& format : formats) names.emplace_back(format.name);
  if (name.empty())
    throw WrongUse(fmt::format("tare convert: --to is missing: one of {}", fmt::join(names, ", ")));
  demand("to", name, names);
  return *std::find_if(std::begin(formats), std::end(formats),
                       [&](const Format& format) { return format.name == name; });
}

/// Those of `event`, or of all that the file has any of.
std::vector<StackProfile> profiles_of(recording::Recording recording, const std::string& path,
                                      const std::string& event) {
  std::vector<StackProfile> profiles;
  for (const auto& [name, profile] : {std::pair{"cpu", &recording.cpu},
                                      {"alloc", &recording.alloc},
                                      {"retained", &recording.retained}})
    if ((event.empty() || event == name) && !profile->stacks.empty())
      profiles.push_back(std::move(*profile));
  if (profiles.empty())
    throw WrongUse(
        fmt::format("{}: it has no stacks of {}", path,
                    event.empty() ? "cpu, alloc or retained events" : event + " events"));
  return profiles;
}

Chosen read(const std::string& path, const std::string& event, const std::string& by) {
  const std::string content = content_of(path);
  Chosen chosen;
  try {
    if (recording::is_jfr(content)) {
      chosen.profiles = profiles_of(recording::read_jfr(content, path), path, event);
    } else {  // Collapsed stacks say nothing of what they are.
      if (!event.empty())
        throw WrongUse(fmt::format("{}: only .jfr files have events to choose from", path));
      chosen.profiles = {recording::read_collapsed(content, path)};
      if (chosen.profiles.front().stacks.empty())
        throw WrongUse(fmt::format("{}: it has no stacks", path));
    }
  } catch (const recording::RecordingError& error) {
    throw WrongUse(error.what());
  }
  if (by.empty()) return chosen;
  const std::vector<stacks::ValueType>& types = chosen.profiles.front().types;
  const auto type = std::find_if(types.begin(), types.end(),
                                 [&](const stacks::ValueType& one) { return one.unit == by; });
  if (type == types.end())
    throw WrongUse(fmt::format("{}: its {} are not counted by {}; leave out --by", path,
                               types.front().name, by));
  chosen.type = static_cast<std::size_t>(type - types.begin());
  return chosen;
}

/// Beside the inputs.
Words usual_targets(const Words& inputs, const char* extension) {
  Words targets;
  for (const std::string& input : inputs) {
    std::string path = std::filesystem::path(input).replace_extension(extension);
    if (std::filesystem::exists(path))
      throw WrongUse(fmt::format("{} exists; -o {} replaces it", path, path));
    if (std::find(targets.begin(), targets.end(), path) != targets.end())
      throw WrongUse(fmt::format("two files would become {}; convert one by one with -o", path));
    targets.push_back(std::move(path));
  }
  return targets;
}

/// What `-o` names, which is not to be one of the inputs.
std::string named_target(const Arguments& arguments) {
  const std::string target = arguments.text("output");
  for (const std::string& input : arguments.operands())
    if (cli::resolved(input) == cli::resolved(target))
      throw WrongUse(fmt::format("{} would be lost: -o names the file that is read", input));
  return target;
}

/// Returns whether it could.
bool write(const std::string& target, const std::string& text) {
  if (target == "-") {
    std::fwrite(text.data(), 1, text.size(), stdout);  // Whoever ends the program looks for errors.
    return true;
  }
  cli::ResultFile file(target, "");
  const std::string error = file.write(text);
  if (!error.empty()) cli::complain(fmt::format("tare: cannot write {}: {}", target, error));
  return error.empty();
}

/// Of BEFORE and AFTER to one page.
int convert_to_difference(const Arguments& arguments, const Format& format) {
  const Words& paths = arguments.operands();
  if (format.name != std::string("html"))
    throw WrongUse(fmt::format("tare convert: --difference: {} has no differences; --to html has",
                               format.name));
  if (paths.size() != 2)
    throw WrongUse(
        fmt::format("tare convert: --difference takes two files, BEFORE and AFTER, and here are {}",
                    paths.size()));
  const std::string target = arguments.has("output")
                                 ? named_target(arguments)
                                 : usual_targets({paths[1]}, "difference.html").front();
  const std::string event = arguments.text("event");
  const std::string by = arguments.text("by");
  return write(target, difference_of(read(paths[0], event, by), read(paths[1], event, by)))
             ? exit_fine
             : exit_failed;
}

int convert_each(const Arguments& arguments, const Format& format) {
  const Words& paths = arguments.operands();
  if (paths.size() > 1 && arguments.has("output"))
    throw WrongUse("tare convert: -o names one file, and several would go to it");
  Words targets(paths.size(), "-");
  if (arguments.has("output"))
    targets = {named_target(arguments)};
  else if (!format.is_for_terminals)
    targets = usual_targets(paths, format.extension);
  bool fine = true;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const Chosen chosen = read(paths[i], arguments.text("event"), arguments.text("by"));
    fine = write(targets[i], format.text(chosen)) && fine;
  }
  return fine ? exit_fine : exit_failed;
}

}  // namespace

int convert(const Words& words) {
  namespace po = boost::program_options;
  po::options_description options("Options");
  const auto text = [] { return po::value<std::string>(); };
  options.add_options()("to", text(), "html (a flame graph), collapsed, pprof or speedscope")(
      "output,o", text(),
      "the file to write, replaced if it is there; - is standard output. Default: "
      "standard output for collapsed, else the input's name with the format's "
      "extension, which must not be there")(
      "event", text(),
      "cpu, alloc or retained. Default: all of them for html, else the first that there is")(
      "by", text(),
      "bytes or count: what stacks are weighted by. Default: bytes where there are any")(
      "difference", "a page of what changed from the first of two files to the second");
  const Arguments arguments(words, options, usage, true);
  if (arguments.helped()) return exit_fine;
  const Format& format = format_named(arguments.text("to"));
  if (arguments.has("event"))
    demand("event", arguments.text("event"), {"cpu", "alloc", "retained"});
  if (arguments.has("by")) demand("by", arguments.text("by"), {"bytes", "count"});
  if (arguments.operands().empty())
    throw WrongUse("tare convert: a file is missing: tare convert FILE.jfr --to html");
  return arguments.has("difference") ? convert_to_difference(arguments, format)
                                     : convert_each(arguments, format);
}

}  // namespace tare::tool
