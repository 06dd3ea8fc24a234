// SPDX-License-Identifier: Apache-2.0
#include "javaser/json.hpp"

#include <deque>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "javaser/meaning.hpp"
#include "json_text.hpp"

namespace javaser {

namespace {

/// Prints values, each as far as it goes before another one is inside of it; what has begun waits
/// on a stack.
class Writer {
 public:
  Writer(const Tree& tree, std::ostream& out)
      : tree_(tree), text_(out), meanings_(tree), ids_(tree.node_count()) {}

  void write();

 private:
  struct Frame {
    enum class Kind : std::uint8_t {
      values,   // elements of a collection
      entries,  // of a map
      array,    // elements of an array
      fields,   // of an object
      end,      // what closes it
    };
    Kind kind;
    bool is_first = true;          // nothing was printed yet that needs a comma after it
    bool is_inside_field = false;  // the value of a reference field was printed, not its end
    Node node;
    std::vector<Node> values;       // of a collection or map
    std::uint32_t index = 0;        // of the next value, element, or field of class data `level`
    std::uint32_t level = 0;        // the class data that is next
    std::uint32_t first_level = 0;  // those above are told by a meaning
  };

  void item(const Item& item);
  void error();

  void value(Node node);
  void enum_constant(Node node);
  void class_object(Node node);
  void descriptor(Node node);
  void array(Node node);
  void object(Node node);
  void proxy(Node node);
  void unknown_object(Node node);
  void known_object(Node node, Meaning& meaning);
  void scalar(const Meaning& meaning);

  bool begin(Node node, const std::string& identity, const char* kind);
  void text(const char* name, std::string_view utf8);
  void texts(const char* name, const std::vector<std::string>& all);
  void type_of(const FieldDescriptor& field);
  void rest_of_object(Node node, std::uint32_t level);
  void custom_data(Node node, std::uint32_t level);

  Frame& open(Frame::Kind kind, Node node);
  void close(const char* end);
  void step(Frame& frame);
  void step_values(Frame& frame);
  void step_entries(Frame& frame);
  void step_array(Frame& frame);
  void step_fields(Frame& frame);
  void comma(Frame& frame);
  void field_head(Frame& frame, const ClassDescriptor& in, const FieldDescriptor& field);

  const Tree& tree_;
  JsonText text_;
  Meanings meanings_;
  std::vector<std::uint32_t> ids_;  // of what was printed, by node; 0 for the rest
  std::unordered_map<std::string, std::uint32_t> unique_ids_;  // by Meaning::identity
  std::uint32_t last_id_ = 0;
  std::deque<Frame> open_;
};

const char* name_of(MeaningKind kind) {
  switch (kind) {
    case MeaningKind::unknown:
      return "object";
    case MeaningKind::box:
      return "box";
    case MeaningKind::list:
      return "list";
    case MeaningKind::set:
      return "set";
    case MeaningKind::map:
      return "map";
    case MeaningKind::date:
      return "date";
    case MeaningKind::big_integer:
      return "bigint";
    case MeaningKind::big_decimal:
      return "bigdec";
    case MeaningKind::uuid:
      return "uuid";
    case MeaningKind::text:
      return "text";
  }
  return "";
}

// The first class data below the class that a meaning knows.
std::uint32_t first_level_below(Node node, const ClassDescriptor* known) {
  std::uint32_t level = node.class_data_count();
  while (level > 0 && node.class_data(level - 1).descriptor() != known) --level;
  return level == 0 ? node.class_data_count() : level;
}

bool has_data_from(Node node, std::uint32_t level) {
  for (; level < node.class_data_count(); ++level) {
    const ClassData data = node.class_data(level);
    if (data.field_count() > 0 || !data.raw_custom().empty()) return true;
  }
  return false;
}

// The text of an exception: Throwable.toString().
std::string text_of_exception(Node exception) {
  std::string text(exception.class_name());
  const Node message = exception.class_data("java.lang.Throwable").field("detailMessage").value();
  if (message) text += ": " + message.text();
  return text;
}

void Writer::write() {
  text_.raw("{\"items\":[");
  bool is_first = true;
  for (const Item& next : tree_.items()) {
    text_.raw(is_first ? "\n " : ",\n ");
    is_first = false;
    item(next);
  }
  text_.raw("],\n\"error\":");
  error();
  text_.raw("}\n");
}

void Writer::item(const Item& item) {
  switch (item.kind) {
    case ItemKind::value:
      text_.raw("{\"op\":\"object\",\"value\":");
      value(item.value);
      while (!open_.empty()) step(open_.back());
      break;
    case ItemKind::block_data: {
      text_.raw("{\"op\":\"bytes\",\"hex\":");
      std::vector<std::byte> bytes;
      for (std::uint32_t index = 0; index < item.block_count; ++index) {
        const Bytes block = item.block(index).bytes();
        bytes.insert(bytes.end(), block.begin(), block.end());
      }
      text_.hex(bytes);
      break;
    }
    case ItemKind::reset:
      text_.raw("{\"op\":\"reset\"");
      break;
    case ItemKind::aborted:
      text_.raw("{\"op\":\"aborted\",\"value\":");
      text_.utf8(text_of_exception(item.value));
      break;
  }
  text_.raw("}");
}

void Writer::error() {
  const Error& error = tree_.error();
  if (error.code == ErrorCode::none) return text_.raw("null");
  text_.raw("{\"kind\":\"");
  text_.raw(kind_of(error.code));
  text_.raw("\",\"offset\":" + std::to_string(error.offset));
  text_.name("message");
  text_.utf8(to_string(error));
  text_.raw("}");
}

// The head of an object on which nothing was printed yet; false after a reference to one that was.
bool Writer::begin(Node node, const std::string& identity, const char* kind) {
  std::uint32_t& id = identity.empty() ? ids_[node.id()] : unique_ids_[identity];
  if (id != 0) {
    text_.raw("{\"ref\":" + std::to_string(id) + "}");
    return false;
  }
  id = ++last_id_;
  text_.raw("{\"id\":" + std::to_string(id));
  text_.name("kind");
  text_.utf8(kind);
  return true;
}

void Writer::text(const char* name, std::string_view utf8) {
  text_.name(name);
  text_.utf8(utf8);
}

void Writer::texts(const char* name, const std::vector<std::string>& all) {
  text_.name(name);
  text_.raw("[");
  for (std::size_t index = 0; index < all.size(); ++index) {
    if (index > 0) text_.raw(",");
    text_.utf8(all[index]);
  }
  text_.raw("]");
}

void Writer::value(Node node) {
  switch (node.kind()) {
    case NodeKind::null:
    case NodeKind::block:  // never a value
      return text_.raw("null");
    case NodeKind::string:
      return text_.modified_utf8(node.modified_utf8());
    case NodeKind::enum_constant:
      return enum_constant(node);
    case NodeKind::class_object:
      return class_object(node);
    case NodeKind::descriptor:
      return descriptor(node);
    case NodeKind::array:
      return array(node);
    case NodeKind::object:
      return object(node);
  }
}

void Writer::enum_constant(Node node) {
  if (!begin(node, identity_of(node), "enum")) return;
  text("class", node.class_name());
  text_.name("name");
  text_.modified_utf8(node.modified_utf8());
  text_.raw("}");
}

void Writer::class_object(Node node) {
  if (!begin(node, identity_of(node), "class")) return;
  text("class", "java.lang.Class");
  text("name", node.class_name());
  if (node.descriptor()->is_proxy) texts("interfaces", node.descriptor()->interfaces);
  text_.raw("}");
}

void Writer::descriptor(Node node) {
  if (!begin(node, {}, "desc")) return;
  const ClassDescriptor& about = *node.descriptor();
  text("class", "java.io.ObjectStreamClass");
  text("name", about.name);
  if (about.is_proxy) texts("interfaces", about.interfaces);
  text_.name("suid");
  text_.bits(about.suid, sizeof about.suid);
  text_.name("declared");
  text_.raw("[");
  for (std::size_t index = 0; index < about.fields.size(); ++index) {
    text_.raw(index == 0 ? "{\"name\":" : ",{\"name\":");
    text_.utf8(about.fields[index].name);
    type_of(about.fields[index]);
    text_.raw("}");
  }
  text_.raw("]}");
}

void Writer::type_of(const FieldDescriptor& field) {
  text("type", field.is_primitive() ? std::string_view(&field.type, 1) : field.signature);
}

void Writer::array(Node node) {
  if (!begin(node, {}, "array")) return;
  text("class", node.class_name());
  text_.name("values");
  text_.raw("[");
  FieldDescriptor element;
  element.type = node.element_type();
  if (!element.is_primitive()) {
    open(Frame::Kind::array, node);
    return;
  }
  for (std::uint32_t index = 0; index < node.size(); ++index) {
    if (index > 0) text_.raw(",");
    text_.primitive(Field(&element, node.bits_at(index), Node()));
  }
  text_.raw("]}");
}

void Writer::object(Node node) {
  if (ids_[node.id()] != 0) {
    begin(node, {}, "");
  } else if (node.descriptor()->is_proxy) {
    proxy(node);
  } else if (Meaning meaning = meanings_.of(node); meaning.kind != MeaningKind::unknown) {
    known_object(node, meaning);
  } else {
    unknown_object(node);
  }
}

void Writer::proxy(Node node) {
  begin(node, {}, "proxy");
  texts("interfaces", node.descriptor()->interfaces);
  text_.name("handler");
  open(Frame::Kind::end, node);
  value(node.class_data("java.lang.reflect.Proxy").field("h").value());
}

void Writer::unknown_object(Node node) {
  const bool is_externalizable = node.descriptor()->has(flag::externalizable);
  begin(node, {}, is_externalizable ? "externalizable" : "object");
  text("class", node.class_name());
  text_.raw(",\"fields\":[");
  if (!is_externalizable) {
    open(Frame::Kind::fields, node);
    return;
  }
  text_.raw("]");
  text_.name("raw");
  text_.hex(node.class_data(0U).raw_custom());
  text_.raw("}");
}

void Writer::known_object(Node node, Meaning& meaning) {
  if (!begin(node, meaning.identity, name_of(meaning.kind))) return;
  text("class", meaning.class_name);
  const std::uint32_t level = first_level_below(node, meaning.known);
  const bool is_map = meaning.kind == MeaningKind::map;
  if (is_map || meaning.kind == MeaningKind::list || meaning.kind == MeaningKind::set) {
    text_.raw(is_map ? ",\"entries\":[" : ",\"values\":[");
    Frame& frame = open(is_map ? Frame::Kind::entries : Frame::Kind::values, node);
    frame.values = std::move(meaning.values);
    frame.level = level;
  } else {
    scalar(meaning);
    rest_of_object(node, level);
  }
}

void Writer::scalar(const Meaning& meaning) {
  switch (meaning.kind) {
    case MeaningKind::box:
      text_.name("value");
      text_.primitive(meaning.box);
      break;
    case MeaningKind::date:
      text_.name("millis");
      text_.raw(std::to_string(meaning.millis));
      break;
    case MeaningKind::big_decimal:
      text("unscaled", meaning.text);
      text_.name("scale");
      text_.raw(std::to_string(meaning.scale));
      break;
    case MeaningKind::text:
      text("text", meaning.text);
      break;
    default:
      text("value", meaning.text);
  }
}

// What classes below a known one have, and the object's end.
void Writer::rest_of_object(Node node, std::uint32_t level) {
  if (!has_data_from(node, level)) return text_.raw("}");
  text_.raw(",\"fields\":[");
  Frame& frame = open(Frame::Kind::fields, node);
  frame.level = level;
  frame.first_level = level;
}

void Writer::custom_data(Node node, std::uint32_t level) {
  bool is_first = true;
  for (; level < node.class_data_count(); ++level) {
    const ClassData data = node.class_data(level);
    if (data.raw_custom().empty()) continue;
    text_.raw(is_first ? ",\"custom\":[{\"in\":" : ",{\"in\":");
    is_first = false;
    text_.utf8(data.descriptor()->name);
    text_.name("raw");
    text_.hex(data.raw_custom());
    text_.raw("}");
  }
  if (!is_first) text_.raw("]");
}

Writer::Frame& Writer::open(Frame::Kind kind, Node node) {
  Frame& frame = open_.emplace_back();
  frame.kind = kind;
  frame.node = node;
  return frame;
}

void Writer::close(const char* end) {
  open_.pop_back();
  text_.raw(end);
}

void Writer::comma(Frame& frame) {
  if (!frame.is_first) text_.raw(",");
  frame.is_first = false;
}

// Prints up to the next value inside of the innermost open thing, and as much of that as is printed
// before something is inside of it; or the thing's end.
void Writer::step(Frame& frame) {
  switch (frame.kind) {
    case Frame::Kind::values:
      return step_values(frame);
    case Frame::Kind::entries:
      return step_entries(frame);
    case Frame::Kind::array:
      return step_array(frame);
    case Frame::Kind::fields:
      return step_fields(frame);
    case Frame::Kind::end:
      return close("}");
  }
}

void Writer::step_values(Frame& frame) {
  if (frame.index < frame.values.size()) {
    comma(frame);
    return value(frame.values[frame.index++]);
  }
  const Node node = frame.node;
  const std::uint32_t level = frame.level;
  close("]");
  rest_of_object(node, level);
}

void Writer::step_entries(Frame& frame) {
  if (frame.index == frame.values.size()) {
    if (frame.index > 0) text_.raw("]");
    return step_values(frame);
  }
  if (frame.index % 2 == 0) {
    if (frame.index > 0) text_.raw("]");
    comma(frame);
    text_.raw("[");
  } else {
    text_.raw(",");
  }
  value(frame.values[frame.index++]);
}

void Writer::step_array(Frame& frame) {
  if (frame.index == frame.node.size()) return close("]}");
  comma(frame);
  value(frame.node.at(frame.index++));
}

void Writer::step_fields(Frame& frame) {
  const Node node = frame.node;
  if (frame.is_inside_field) text_.raw("}");
  frame.is_inside_field = false;
  for (; frame.level < node.class_data_count(); ++frame.level, frame.index = 0) {
    const ClassData data = node.class_data(frame.level);
    if (frame.index == 0) {
      data.for_each_primitive([&](const Field& field) {
        field_head(frame, *data.descriptor(), field.descriptor());
        text_.primitive(field);
        text_.raw("}");
        ++frame.index;
      });
    }
    if (frame.index < data.field_count()) {
      const Field field = data.field(frame.index++);
      field_head(frame, *data.descriptor(), field.descriptor());
      frame.is_inside_field = true;
      return value(field.value());
    }
  }
  const std::uint32_t first_level = frame.first_level;
  close("]");
  custom_data(node, first_level);
  text_.raw("}");
}

void Writer::field_head(Frame& frame, const ClassDescriptor& in, const FieldDescriptor& field) {
  comma(frame);
  text_.raw("{\"in\":");
  text_.utf8(in.name);
  text("name", field.name);
  type_of(field);
  text_.name("value");
}

}  // namespace

void write_json(const Tree& tree, std::ostream& out) { Writer(tree, out).write(); }

}  // namespace javaser
