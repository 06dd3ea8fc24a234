// SPDX-License-Identifier: Apache-2.0
#include "tree_text.hpp"

#include <algorithm>
#include <deque>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "javaser/meaning.hpp"

namespace javaser::tool {

namespace {

constexpr std::size_t deepest_indent = 40;   // deeper ones would make lines of nothing but blanks
constexpr std::size_t longest_text = 200;    // bytes of a string that are shown
constexpr std::uint32_t most_elements = 32;  // of an array of primitives

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text.substr(0, longest_text)) {
    if (c == '\n')
      out += "\\n";
    else if (c == '"' || c == '\\')
      out.append("\\").append(1, c);
    else
      out += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
  }
  out += '"';
  if (text.size() > longest_text) out += "... " + std::to_string(text.size()) + " bytes";
  return out;
}

std::string in_words(const Field& value) {
  switch (value.type()) {
    case 'Z':
      return value.bits() != 0 ? "true" : "false";
    case 'C':
      return "char " + std::to_string(value.integer());
    case 'F':
    case 'D':
      return std::to_string(value.real());
    default:
      return std::to_string(value.integer());
  }
}

class TreeText {
 public:
  TreeText(const Tree& tree, std::ostream& out)
      : tree_(tree), out_(out), meanings_(tree), numbers_(tree.node_count()) {}

  void write();

 private:
  struct Child {
    std::string label;
    Node node;
  };
  /// What is inside of a value whose line was written.
  struct Open {
    std::vector<Child> children;
    std::size_t next = 0;
  };

  void line(const std::string& label, const std::string& text);
  void value(const std::string& label, Node node);
  void whole(const std::string& label, Node node);
  std::string describe(Node node, Open& open);
  std::string describe_object(Node node, Open& open);
  std::string describe_array(Node node, Open& open);
  void add_fields(Node node, std::string& text, Open& open);

  const Tree& tree_;
  std::ostream& out_;
  Meanings meanings_;
  std::vector<std::uint32_t> numbers_;  // by node; 0 for what was not told
  std::uint32_t last_number_ = 0;
  std::deque<Open> open_;
};

void TreeText::line(const std::string& label, const std::string& text) {
  out_ << std::string(2 * std::min(open_.size(), deepest_indent), ' ');
  if (!label.empty()) out_ << label << ": ";
  out_ << text << '\n';
}

std::string TreeText::describe_array(Node node, Open& open) {
  std::string text = std::string(node.class_name()) + " [" + std::to_string(node.size()) + "]";
  FieldDescriptor element;
  element.type = node.element_type();
  for (std::uint32_t index = 0; index < node.size(); ++index) {
    if (!element.is_primitive()) {
      open.children.push_back({std::to_string(index), node.at(index)});
    } else if (index < most_elements) {
      text += " " + in_words(Field(&element, node.bits_at(index), Node()));
    } else {
      return text + " ...";
    }
  }
  return text;
}

void TreeText::add_fields(Node node, std::string& text, Open& open) {
  for (std::uint32_t level = 0; level < node.class_data_count(); ++level) {
    const ClassData data = node.class_data(level);
    data.for_each_primitive(
        [&](const Field& field) { text += " " + field.descriptor().name + "=" + in_words(field); });
    for (std::uint32_t index = data.descriptor()->primitive_fields; index < data.field_count();
         ++index)
      open.children.push_back({data.descriptor()->fields[index].name, data.field(index).value()});
    for (std::uint32_t index = 0; index < data.custom_count(); ++index)
      open.children.push_back({"by hand", data.custom(index)});
  }
}

std::string TreeText::describe_object(Node node, Open& open) {
  Meaning meaning = meanings_.of(node);
  std::string text =
      meaning.kind == MeaningKind::unknown ? std::string(node.class_name()) : meaning.class_name;
  switch (meaning.kind) {
    case MeaningKind::unknown:
      if (node.descriptor()->is_proxy) text = "proxy";
      for (const std::string& interface : node.descriptor()->interfaces) text += " " + interface;
      add_fields(node, text, open);
      return text;
    case MeaningKind::box:
      return text + " " + in_words(meaning.box);
    case MeaningKind::date:
      return text + " " + std::to_string(meaning.millis) + " ms";
    case MeaningKind::big_decimal:
      return text + " " + meaning.text + " scale " + std::to_string(meaning.scale);
    case MeaningKind::map:
      for (std::size_t at = 0; at < meaning.values.size(); at += 2) {
        open.children.push_back({"key", meaning.values[at]});
        open.children.push_back({"  value", meaning.values[at + 1]});
      }
      return text + " (" + std::to_string(meaning.values.size() / 2) + ")";
    case MeaningKind::list:
    case MeaningKind::set:
      for (const Node element : meaning.values) open.children.push_back({"-", element});
      return text + " (" + std::to_string(meaning.values.size()) + ")";
    default:
      return text + " " + meaning.text;
  }
}

std::string TreeText::describe(Node node, Open& open) {
  switch (node.kind()) {
    case NodeKind::null:
      return "null";
    case NodeKind::string:
      return quoted(node.text());
    case NodeKind::object:
      return describe_object(node, open);
    case NodeKind::array:
      return describe_array(node, open);
    case NodeKind::enum_constant:
      return std::string(node.class_name()) + "." + node.text();
    case NodeKind::class_object:
      return "class " + std::string(node.class_name());
    case NodeKind::descriptor:
      return "descriptor of " + std::string(node.class_name());
    case NodeKind::block:
      return std::to_string(node.bytes().size()) + " bytes";
  }
  return {};
}

// The line of a value; what is inside of it becomes the innermost open thing.
void TreeText::value(const std::string& label, Node node) {
  const bool may_be_shared = node && node.kind() != NodeKind::string;
  if (may_be_shared && numbers_[node.id()] != 0)
    return line(label, "-> #" + std::to_string(numbers_[node.id()]));
  Open open;
  std::string text = describe(node, open);
  if (may_be_shared) {
    numbers_[node.id()] = ++last_number_;
    text += " #" + std::to_string(last_number_);
  }
  if (!node.is_complete()) text += " (incomplete)";
  line(label, text);
  if (!open.children.empty()) open_.push_back(std::move(open));
}

// A value and all that is inside of it.
void TreeText::whole(const std::string& label, Node node) {
  value(label, node);
  while (!open_.empty()) {
    Open& innermost = open_.back();
    if (innermost.next == innermost.children.size()) {
      open_.pop_back();
      continue;
    }
    const Child child = innermost.children[innermost.next++];
    value(child.label, child.node);
  }
}

void TreeText::write() {
  std::size_t index = 0;
  for (const Item& item : tree_.items()) {
    const std::string label = "[" + std::to_string(index++) + "]";
    switch (item.kind) {
      case ItemKind::value:
        whole(label, item.value);
        break;
      case ItemKind::aborted:
        whole(label + " aborted by", item.value);
        break;
      case ItemKind::reset:
        line(label, "reset");
        break;
      case ItemKind::block_data: {
        std::size_t bytes = 0;
        for (std::uint32_t block = 0; block < item.block_count; ++block)
          bytes += item.block(block).bytes().size();
        line(label, std::to_string(bytes) + " bytes of primitives");
        break;
      }
    }
  }
  if (tree_.error().code == ErrorCode::none) return;
  if (tree_.partial_item()) whole("[" + std::to_string(index) + "]", tree_.partial_item());
  out_ << "error: " << to_string(tree_.error()) << '\n';
}

}  // namespace

void write_tree(const Tree& tree, std::ostream& out) { TreeText(tree, out).write(); }

}  // namespace javaser::tool
