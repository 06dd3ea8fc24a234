// SPDX-License-Identifier: Apache-2.0
#include "recording/jfr_schema.hpp"

#include <unordered_map>
#include <utility>
#include <vector>

#include "recording/jfr_bytes.hpp"
#include "recording/jfr_fields.hpp"

namespace tare::recording {
namespace {

std::string decimal(JfrType type) { return std::to_string(static_cast<std::uint64_t>(type)); }

/// Of the tree that the schema is.
struct Element {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes{};
  std::vector<Element> children{};
};

Element annotation(JfrType type, std::string_view value = {}) {
  Element element{"annotation", {{"class", decimal(type)}}};
  if (!value.empty()) element.attributes.emplace_back("value", value);
  return element;
}

Element categories(std::string_view path) {
  Element element = annotation(JfrType::annotation_category);
  for (int level = 0;; ++level) {
    const std::size_t end = path.find('|');
    element.attributes.emplace_back("value-" + std::to_string(level), path.substr(0, end));
    if (end == std::string_view::npos) return element;
    path.remove_prefix(end + 1);
  }
}

enum class Kind { plain, constant, array };

Element field(const char* name, JfrType type, Kind kind = Kind::plain) {
  Element element{"field", {{"name", name}, {"class", decimal(type)}}};
  if (kind == Kind::constant) element.attributes.emplace_back("constantPool", "true");
  if (kind == Kind::array) element.attributes.emplace_back("dimension", "1");
  return element;
}

/// Makes a `class` of what describe() says.
class EventSchema {
 public:
  void type(const JfrEventType& type) {
    type_ = type;
    class_ = {
        "class",
        {{"name", type.name}, {"superType", "jdk.jfr.Event"}, {"id", std::to_string(type.id)}},
        {annotation(JfrType::annotation_label, type.label), categories(type.category)}};
    if (*type.description != '\0')
      class_.children.push_back(annotation(JfrType::annotation_description, type.description));
  }
  void time(const char* name, const char* label, std::uint64_t) {
    add(name, label, JfrType::int64, annotation(JfrType::annotation_timestamp, "TICKS"));
  }
  void duration(const char* name, const char* label, std::uint64_t) {
    add(name, label, JfrType::int64, annotation(JfrType::annotation_timespan, "TICKS"));
  }
  void epoch_milliseconds(const char* name, const char* label, std::uint64_t) {
    add(name, label, JfrType::int64,
        annotation(JfrType::annotation_timestamp, "MILLISECONDS_SINCE_EPOCH"));
  }
  void bytes(const char* name, const char* label, std::uint64_t) {
    add(name, label, JfrType::int64, annotation(JfrType::annotation_data_amount, "BYTES"));
  }
  void address(const char* name, const char* label, std::uint64_t) {
    add(name, label, JfrType::int64, annotation(JfrType::annotation_memory_address));
  }
  void number(const char* name, const char* label, std::uint64_t) {
    add(name, label, JfrType::int64, annotation(JfrType::annotation_unsigned));
  }
  void share(const char* name, const char* label, float) {
    add(name, label, JfrType::float32, annotation(JfrType::annotation_percentage));
  }
  void count(const char* name, const char* label, int) { add(name, label, JfrType::int32); }
  void real(const char* name, const char* label, double) { add(name, label, JfrType::float64); }
  void text(const char* name, const char* label, std::string_view) {
    add(name, label, JfrType::string);
  }
  void event_type(const char* name, const char* label, std::string_view) {
    add(name, label, JfrType::int64);
  }
  void thread(const char* name, const char* label, ThreadKey) {
    add_constant(name, label, JfrType::thread);
  }
  void stack(StackKey) { add_constant("stackTrace", "Stack Trace", JfrType::stack_trace); }
  void object_class(const char* name, const char* label, std::string_view) {
    add_constant(name, label, JfrType::class_);
  }
  void running_state(const char* name, const char* label) {
    add_constant(name, label, JfrType::thread_state);
  }
  void method(const char* name, const char* label, std::uint64_t) {
    add_constant(name, label, JfrType::method);
  }

  Element take() { return std::move(class_); }
  const JfrEventType& event_type() const { return type_; }

 private:
  template <typename... Annotations>
  void add(const char* name, const char* label, JfrType type, Annotations... unit) {
    Element element = field(name, type);
    element.children = {annotation(JfrType::annotation_label, label), std::move(unit)...};
    class_.children.push_back(std::move(element));
  }
  void add_constant(const char* name, const char* label, JfrType type) {
    Element element = field(name, type, Kind::constant);
    element.children = {annotation(JfrType::annotation_label, label)};
    class_.children.push_back(std::move(element));
  }

  JfrEventType type_{};
  Element class_;
};

Element class_of(const char* name, JfrType type, std::vector<Element> fields = {}) {
  return {"class", {{"name", name}, {"id", decimal(type)}}, std::move(fields)};
}

/// One whose values are spelled as its only field.
Element simple(Element class_element) {
  class_element.attributes.emplace_back("simpleType", "true");
  return class_element;
}

Element annotation_class(const char* name, JfrType type, std::vector<Element> children = {}) {
  Element element = class_of(name, type, std::move(children));
  element.attributes.emplace_back("superType", "java.lang.annotation.Annotation");
  return element;
}

void add_basic_classes(std::vector<Element>& classes) {
  using enum JfrType;
  for (const auto& [name, type] : {std::pair{"boolean", boolean},
                                   {"byte", int8},
                                   {"short", int16},
                                   {"int", int32},
                                   {"long", int64},
                                   {"char", character},
                                   {"float", float32},
                                   {"double", float64},
                                   {"java.lang.String", string}})
    classes.push_back(class_of(name, type));
}

/// Field orders are those that readers which do not ask the schema rely on.
void add_constant_classes(std::vector<Element>& classes) {
  using enum JfrType;
  constexpr Kind constant = Kind::constant;
  const std::vector<Element> constants{
      simple(class_of("jdk.types.Symbol", symbol, {field("string", string)})),
      class_of("java.lang.Class", class_,
               {field("classLoader", class_loader, constant), field("name", symbol, constant),
                field("package", package, constant), field("modifiers", int32)}),
      class_of("jdk.types.ClassLoader", class_loader,
               {field("type", class_, constant), field("name", symbol, constant)}),
      class_of("jdk.types.Package", package, {field("name", symbol, constant)}),
      class_of("jdk.types.Method", method,
               {field("type", class_, constant), field("name", symbol, constant),
                field("descriptor", symbol, constant), field("modifiers", int32),
                field("hidden", boolean)}),
      class_of("jdk.types.StackTrace", stack_trace,
               {field("truncated", boolean), field("frames", stack_frame, Kind::array)}),
      class_of("jdk.types.StackFrame", stack_frame,
               {field("method", method, constant), field("lineNumber", int32),
                field("bytecodeIndex", int32), field("type", frame_type, constant)}),
      simple(class_of("jdk.types.FrameType", frame_type, {field("description", string)})),
      class_of("java.lang.Thread", thread,
               {field("osName", string), field("osThreadId", int64), field("javaName", string),
                field("javaThreadId", int64)}),
      simple(class_of("jdk.types.ThreadState", thread_state, {field("name", string)})),
  };
  classes.insert(classes.end(), constants.begin(), constants.end());
}

void add_annotation_classes(std::vector<Element>& classes) {
  using enum JfrType;
  const auto unit = [&](const char* name, JfrType type, std::vector<Element> children) {
    children.push_back(annotation(annotation_content_type));
    classes.push_back(annotation_class(name, type, std::move(children)));
  };
  const Element value = field("value", string);
  classes.push_back(annotation_class("jdk.jfr.Label", annotation_label, {value}));
  classes.push_back(annotation_class("jdk.jfr.Category", annotation_category,
                                     {field("value", string, Kind::array)}));
  classes.push_back(annotation_class("jdk.jfr.Description", annotation_description, {value}));
  classes.push_back(annotation_class("jdk.jfr.ContentType", annotation_content_type));
  unit("jdk.jfr.Timestamp", annotation_timestamp, {value});
  unit("jdk.jfr.Timespan", annotation_timespan, {value});
  unit("jdk.jfr.DataAmount", annotation_data_amount, {value});
  unit("jdk.jfr.Percentage", annotation_percentage, {});
  unit("jdk.jfr.Unsigned", annotation_unsigned, {});
  unit("jdk.jfr.MemoryAddress", annotation_memory_address, {});
}

Element schema() {
  Element metadata{"metadata"};
  add_basic_classes(metadata.children);
  add_constant_classes(metadata.children);
  add_annotation_classes(metadata.children);
  each_event_type([&](const auto& event) {
    EventSchema schema;
    describe(schema, event);
    metadata.children.push_back(schema.take());
  });
  const Element region{"region", {{"locale", "en_US"}, {"gmtOffset", "0"}}};
  return {"root", {}, {std::move(metadata), region}};
}

/// The tree as bytes: its texts, then its elements by their texts' places.
class TreeWriter {
 public:
  void add(const Element& element) {
    tree_.number(place_of(element.name));
    tree_.number(element.attributes.size());
    for (const auto& [key, value] : element.attributes) {
      tree_.number(place_of(key));
      tree_.number(place_of(value));
    }
    tree_.number(element.children.size());
    for (const Element& child : element.children) add(child);
  }
  std::string take() const {
    JfrBytes out;
    out.number(texts_.size());
    for (const std::string& text : texts_) out.text(text);
    return out.bytes() + tree_.bytes();
  }

 private:
  std::size_t place_of(const std::string& text) {
    const auto [known, is_new] = places_.try_emplace(text, texts_.size());
    if (is_new) texts_.push_back(text);
    return known->second;
  }

  JfrBytes tree_;
  std::vector<std::string> texts_;
  std::unordered_map<std::string, std::size_t> places_;
};

}  // namespace

std::string metadata_event(std::uint64_t ticks) {
  static const std::string tree = [] {
    TreeWriter writer;
    writer.add(schema());
    return writer.take();
  }();
  JfrBytes body;
  body.number(metadata_event_type);
  body.number(ticks);
  body.number(0);  // Duration.
  body.number(1);  // Which metadata these are: the same in all chunks.
  body.raw(tree);
  JfrBytes event;
  append_event(event, body.bytes());
  return event.bytes();
}

std::uint64_t event_type_number(std::string_view name) {
  static const std::unordered_map<std::string_view, std::uint64_t> numbers = [] {
    std::unordered_map<std::string_view, std::uint64_t> known;
    each_event_type([&](const auto& event) {
      EventSchema schema;
      describe(schema, event);
      known.emplace(schema.event_type().name, schema.event_type().id);
    });
    return known;
  }();
  const auto found = numbers.find(name);
  return found == numbers.end() ? 0 : found->second;
}

}  // namespace tare::recording
