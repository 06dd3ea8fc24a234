// SPDX-License-Identifier: Apache-2.0
#include "stacks/unwind_row.hpp"

#include <array>
#include <optional>

#include "stacks/table_reader.hpp"

namespace tare::stacks {
namespace {

constexpr std::uint64_t bp_number = 6;
constexpr std::uint64_t sp_number = 7;
constexpr std::uint64_t r10_number = 10;
constexpr std::uint64_t pc_number = 16;

/// Where a frame's caller has a register: in the word at a register, or at the CFA, plus offset.
struct Rule {
  UnwindRow::Place place = UnwindRow::Place::same;
  std::int64_t offset = 0;
};

/// One line of the table that a program of call frame instructions describes.
struct Line {
  UnwindRow::Cfa cfa = UnwindRow::Cfa::unknown;
  std::int64_t cfa_offset = 0;
  Rule bp;
  Rule pc;
};

struct CommonEntry {
  std::uint64_t code_factor = 1;
  std::int64_t data_factor = 1;
  std::uint8_t pointer_encoding = 0;
  bool has_augmentation_data = false;
  bool is_signal_frame = false;
  TableReader program;
};

struct Function {
  CommonEntry common;
  CodeRange range;
  TableReader program;
};

UnwindRow::Cfa register_plus_offset(std::uint64_t number) {
  switch (number) {
    case bp_number:
      return UnwindRow::Cfa::bp;
    case sp_number:
      return UnwindRow::Cfa::sp;
    case r10_number:
      return UnwindRow::Cfa::r10;
    default:
      return UnwindRow::Cfa::unknown;
  }
}

/// DWARF expressions: those that compilers and the C library write.
class Expression {
 public:
  Expression(TableReader bytes, std::uintptr_t pc) noexcept : bytes_(bytes), pc_(pc) {}

  /// As the value of the CFA.
  void as_cfa(Line& line) noexcept {
    line.cfa = UnwindRow::Cfa::unknown;
    if (is_linkage_table(line)) return;
    const std::uint64_t number = register_and_offset(line.cfa_offset);
    const bool loads = !bytes_.at_end() && bytes_.take<std::uint8_t>() == deref;
    if (bytes_.failed() || !bytes_.at_end()) return;
    line.cfa = register_plus_offset(number);
    if (!loads) return;
    using Cfa = UnwindRow::Cfa;
    line.cfa = line.cfa == Cfa::sp ? Cfa::at_sp : line.cfa == Cfa::bp ? Cfa::at_bp : Cfa::unknown;
  }

  /// As the address of a register's saved value.
  Rule as_place() noexcept {
    Rule rule{UnwindRow::Place::lost};
    const std::uint64_t number = register_and_offset(rule.offset);
    if (bytes_.failed() || !bytes_.at_end()) return rule;
    if (number == sp_number) rule.place = UnwindRow::Place::sp;
    if (number == bp_number) rule.place = UnwindRow::Place::bp;
    return rule;
  }

 private:
  static constexpr std::uint8_t deref = 0x06;
  static constexpr std::uint8_t breg0 = 0x70;

  /// `DW_OP_bregN offset`: N. A number of no register if that is not what there is.
  std::uint64_t register_and_offset(std::int64_t& offset) noexcept {
    const auto operation = bytes_.take<std::uint8_t>();
    offset = bytes_.sleb();
    return std::uint64_t{operation} - breg0;
  }

  /// What GNU ld writes for its procedure linkage table (bfd/elf64-x86-64.c,
  /// elf_x86_64_eh_frame_lazy_plt): each entry pushes a word at one place of its 16 bytes, so
  /// CFA = rsp + 8 + ((rip & 15) >= place ? 8 : 0).
  bool is_linkage_table(Line& line) noexcept {
    constexpr std::array<std::uint8_t, 11> code{0x77, 8,    0x80, 0,    0x3f, 0x1a,
                                                0,    0x2a, 0x33, 0x24, 0x22};
    constexpr std::size_t place = 6;
    constexpr std::uint8_t lit0 = 0x30;
    std::array<std::uint8_t, code.size()> found{};
    TableReader bytes = bytes_;
    for (std::uint8_t& byte : found) byte = bytes.take<std::uint8_t>();
    const unsigned pushes_at = found[place] - unsigned{lit0};
    found[place] = 0;
    if (bytes.failed() || !bytes.at_end() || pushes_at > 15 || found != code) return false;
    line.cfa = UnwindRow::Cfa::sp;
    line.cfa_offset = (pc_ & 15) >= pushes_at ? 16 : 8;
    return true;
  }

  TableReader bytes_;
  std::uintptr_t pc_;
};

/// Runs programs of call frame instructions up to the line of an address.
class Interpreter {
 public:
  Interpreter(const CommonEntry& common, std::uintptr_t begin, std::uintptr_t pc) noexcept
      : common_(common), at_(begin), pc_(pc) {}

  /// False: it has something that this reader does not know, or is cut off.
  bool run(TableReader program) noexcept {
    while (!program.at_end() && at_ <= pc_)
      if (!step(program)) return false;
    return !program.failed();
  }

  /// What DW_CFA_restore goes back to: the line so far, the common entry's.
  void keep_as_initial() noexcept { initial_ = line_; }

  const Line& line() const noexcept { return line_; }

 private:
  /// Compilers nest one deep, hand-written code rarely two.
  static constexpr std::size_t most_remembered = 8;

  bool step(TableReader& program) noexcept {
    const auto operation = program.take<std::uint8_t>();
    const std::uint8_t operand = operation & 0x3f;
    switch (operation & 0xc0) {
      case 0x40:
        return advance(operand);
      case 0x80:
        return saved(operand, at_cfa(program.uleb()));
      case 0xc0:
        return restore(operand);
      default:
        return extended(operand, program);
    }
  }

  bool extended(std::uint8_t operation, TableReader& program) noexcept {
    switch (operation) {
      case 0x00:
        return true;  // nop
      case 0x01:
        at_ = program.pointer(common_.pointer_encoding);
        return true;  // set_loc
      case 0x02:
        return advance(program.take<std::uint8_t>());
      case 0x03:
        return advance(program.take<std::uint16_t>());
      case 0x04:
        return advance(program.take<std::uint32_t>());
      case 0x06:
        return restore(program.uleb());
      case 0x0a:
        return remember();
      case 0x0b:
        return return_to_remembered();
      case 0x2e:
        program.uleb();
        return true;  // GNU_args_size: of no meaning for the CFA
      default:
        return cfa_operation(operation, program) || register_operation(operation, program);
    }
  }

  bool cfa_operation(std::uint8_t operation, TableReader& program) noexcept {
    switch (operation) {
      case 0x0c:  // def_cfa
        line_.cfa = register_plus_offset(program.uleb());
        return set_offset(static_cast<std::int64_t>(program.uleb()));
      case 0x0d:  // def_cfa_register
        line_.cfa = register_plus_offset(program.uleb());
        return true;
      case 0x0e:
        return set_offset(static_cast<std::int64_t>(program.uleb()));
      case 0x0f:
        expression(program).as_cfa(line_);
        return true;
      case 0x12:  // def_cfa_sf
        line_.cfa = register_plus_offset(program.uleb());
        return set_offset(factored(program.sleb()));
      case 0x13:
        return set_offset(factored(program.sleb()));
      default:
        return false;
    }
  }

  bool register_operation(std::uint8_t operation, TableReader& program) noexcept {
    constexpr Rule lost{UnwindRow::Place::lost};
    const std::uint64_t number = program.uleb();
    // A return address that is lost ends the stack. One that is where no row can say does not.
    const Rule beyond = number == pc_number ? Rule{} : lost;
    switch (operation) {
      case 0x05:
        return saved(number, at_cfa(program.uleb()));  // offset_extended
      case 0x07:
        return saved(number, lost);  // undefined
      case 0x08:
        return saved(number, {});  // same_value
      case 0x09:
        program.uleb();
        return saved(number, beyond);  // register
      case 0x10: {                     // expression
        const Rule rule = expression(program).as_place();
        return saved(number, rule.place == lost.place ? beyond : rule);
      }
      case 0x11:  // offset_extended_sf
        return saved(number, {UnwindRow::Place::cfa, factored(program.sleb())});
      case 0x14:
        program.uleb();
        return saved(number, beyond);  // val_offset
      case 0x15:
        program.sleb();
        return saved(number, beyond);  // val_offset_sf
      case 0x16:
        expression(program);
        return saved(number, beyond);  // val_expression
      case 0x2f:                       // GNU_negative_offset_extended
        return saved(number, {UnwindRow::Place::cfa,
                              factored(-static_cast<std::int64_t>(program.uleb() & most_factor))});
      default:
        return false;
    }
  }

  Expression expression(TableReader& program) noexcept {
    const std::uint64_t length = program.uleb();
    return Expression(program.part(length), pc_);
  }

  bool advance(std::uint64_t by) noexcept {
    at_ += by * common_.code_factor;
    return true;
  }

  bool set_offset(std::int64_t offset) noexcept {
    line_.cfa_offset = offset;
    return true;
  }

  bool saved(std::uint64_t number, Rule rule) noexcept {
    if (number == bp_number) line_.bp = rule;
    if (number == pc_number) line_.pc = rule;
    return true;
  }

  bool restore(std::uint64_t number) noexcept {
    return saved(number, number == bp_number ? initial_.bp : initial_.pc);
  }

  bool remember() noexcept {
    if (remembered_ == remembered_lines_.size()) return false;
    remembered_lines_[remembered_++] = line_;
    return true;
  }

  bool return_to_remembered() noexcept {
    if (remembered_ == 0) return false;
    line_ = remembered_lines_[--remembered_];
    return true;
  }

  Rule at_cfa(std::uint64_t offset) const noexcept {
    return {UnwindRow::Place::cfa, factored(static_cast<std::int64_t>(offset & most_factor))};
  }

  /// Wraps where a foreign number is too large, which fits no row then or is just wrong.
  std::int64_t factored(std::int64_t offset) const noexcept {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(offset) *
                                     static_cast<std::uint64_t>(common_.data_factor));
  }
  static constexpr std::uint64_t most_factor = ~std::uint64_t{0} >> 1;

  const CommonEntry& common_;
  std::uintptr_t at_;
  std::uintptr_t pc_;
  Line line_;
  Line initial_;
  std::array<Line, most_remembered> remembered_lines_;
  std::size_t remembered_ = 0;
};

/// The entry at the reader's place without its length, which is also skipped there.
TableReader entry(TableReader& reader) noexcept {
  std::uint64_t length = reader.take<std::uint32_t>();
  constexpr std::uint64_t is_64_bit = 0xffffffff;
  if (length == is_64_bit) reader.fail();  // No linker writes those for code that fits its model.
  return reader.part(length);
}

/// Its augmentation's letters: what follows the numbers of a common entry.
bool read_augmentation(const TableReader& letters, TableReader& bytes,
                       CommonEntry& common) noexcept {
  TableReader text = letters;
  char letter = text.take<char>();
  if (letter == '\0') return true;
  if (letter != 'z') return false;
  common.has_augmentation_data = true;
  TableReader data = bytes.part(bytes.uleb());
  while ((letter = text.take<char>()) != '\0') {
    switch (letter) {
      case 'R':
        common.pointer_encoding = data.take<std::uint8_t>();
        break;
      case 'P':
        data.encoded_number(data.take<std::uint8_t>());
        break;
      case 'L':
        data.take<std::uint8_t>();
        break;
      case 'S':
        common.is_signal_frame = true;
        break;
      default:
        return false;
    }
  }
  return !data.failed() && !text.failed();
}

std::optional<CommonEntry> read_common(const UnwindTables& tables, std::uintptr_t at) noexcept {
  TableReader reader(tables, at);
  TableReader bytes = entry(reader);
  constexpr std::uint32_t common_id = 0;
  if (bytes.take<std::uint32_t>() != common_id) return std::nullopt;
  const auto version = bytes.take<std::uint8_t>();
  const TableReader letters = bytes;
  while (!bytes.failed() && bytes.take<char>() != '\0') {
  }
  CommonEntry common{.program = bytes};
  common.code_factor = bytes.uleb();
  common.data_factor = bytes.sleb();
  const std::uint64_t pc_column = version == 1 ? bytes.take<std::uint8_t>() : bytes.uleb();
  if ((version != 1 && version != 3) || pc_column != pc_number) return std::nullopt;
  if (!read_augmentation(letters, bytes, common) || bytes.failed()) return std::nullopt;
  common.program = bytes;
  return common;
}

/// The function whose entry is at `at`, if it has `pc`.
std::optional<Function> read_function(const UnwindTables& tables, std::uintptr_t at,
                                      std::uintptr_t pc) noexcept {
  TableReader reader(tables, at);
  TableReader bytes = entry(reader);
  const std::uintptr_t id_at = bytes.address();
  const auto id = bytes.take<std::uint32_t>();
  if (bytes.failed() || id == 0) return std::nullopt;
  const std::optional<CommonEntry> common = read_common(tables, id_at - id);
  if (!common) return std::nullopt;
  const std::uintptr_t begin = bytes.pointer(common->pointer_encoding);
  const std::uintptr_t size = bytes.encoded_number(common->pointer_encoding);
  if (common->has_augmentation_data) bytes.skip(bytes.uleb());
  if (bytes.failed() || pc - begin >= size) return std::nullopt;
  return Function{*common, {begin, begin + size}, bytes};
}

/// Where the entry of the function is that begins last before `pc`: in the table of .eh_frame_hdr,
/// which is sorted.
std::optional<std::uintptr_t> find_entry(const UnwindTables& tables, std::uintptr_t pc) noexcept {
  TableReader header(tables, tables.header);
  const auto version = header.take<std::uint8_t>();
  const auto frames_encoding = header.take<std::uint8_t>();
  const auto count_encoding = header.take<std::uint8_t>();
  const auto table_encoding = header.take<std::uint8_t>();
  constexpr std::uint8_t datarel_sdata4 = 0x3b;  // All linkers write this one.
  if (version != 1 || table_encoding != datarel_sdata4) return std::nullopt;
  header.pointer(frames_encoding, tables.header);
  const std::uint64_t count = header.pointer(count_encoding, tables.header);
  const std::uintptr_t table = header.address();
  constexpr std::uint64_t pair_size = 8;
  if (header.failed() || count > tables.bytes.size() / pair_size) return std::nullopt;
  header.skip(count * pair_size);
  if (header.failed()) return std::nullopt;
  std::uint64_t low =
      0;  // Functions [0, low) begin at or before pc, those from `high` on after it.
  for (std::uint64_t high = count; low < high;) {
    const std::uint64_t middle = low + (high - low) / 2;
    TableReader pair(tables, table + middle * pair_size);
    if (pair.pointer(datarel_sdata4, tables.header) <= pc)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0) return std::nullopt;
  TableReader pair(tables, table + (low - 1) * pair_size + pair_size / 2);
  return pair.pointer(datarel_sdata4, tables.header);
}

std::optional<Function> find_function(const UnwindTables& tables, std::uintptr_t pc) noexcept {
  const std::optional<std::uintptr_t> at = find_entry(tables, pc);
  return at ? read_function(tables, *at, pc) : std::nullopt;
}

/// The line as a row; one that is unknown if it does not fit.
UnwindRow packed(const Line& line, bool is_signal_frame) noexcept {
  using Place = UnwindRow::Place;
  UnwindRow row{};
  row.is_row = -1;
  row.interrupted = is_signal_frame;
  if (line.pc.place == Place::lost) {
    row.cfa = UnwindRow::Cfa::end;  // The ABI's mark of the outermost frame: no return address.
    return row;
  }
  row.bp = line.bp.place;
  row.pc_at_sp = line.pc.place == Place::sp;
  row.pc_offset = line.pc.offset;
  row.bp_offset = line.bp.offset;
  row.cfa_offset = line.cfa_offset;
  const bool fits = row.pc_offset == line.pc.offset && row.bp_offset == line.bp.offset &&
                    row.cfa_offset == line.cfa_offset;
  const bool has_pc = row.pc_at_sp || line.pc.place == Place::cfa;
  if (fits && has_pc) row.cfa = line.cfa;
  return row;
}

}  // namespace

UnwindRow unwind_row(const UnwindTables& tables, std::uintptr_t pc) noexcept {
  UnwindRow unknown{};
  unknown.is_row = -1;
  const std::optional<Function> function = find_function(tables, pc);
  if (!function) return unknown;
  // The common entry's program has no places: it is run whole.
  Interpreter interpreter(function->common, function->range.begin, pc);
  if (!interpreter.run(function->common.program)) return unknown;
  interpreter.keep_as_initial();
  if (!interpreter.run(function->program)) return unknown;
  return packed(interpreter.line(), function->common.is_signal_frame);
}

std::optional<CodeRange> code_range(const UnwindTables& tables, std::uintptr_t pc) noexcept {
  const std::optional<Function> function = find_function(tables, pc);
  return function ? std::optional(function->range) : std::nullopt;
}

}  // namespace tare::stacks
