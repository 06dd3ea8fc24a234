// SPDX-License-Identifier: Apache-2.0
// The routers' calls over the wire: each test is a chunk of Lua that runs in a client.
#include <memory>

#include "with_servers.hpp"

namespace tarantool::servers {
namespace {

/// One cluster for all tests, with a space `people` that each finds empty.
class CrudTest : public WithServers {
 protected:
  static void TearDownTestSuite() { cluster().reset(); }

  void SetUp() override {
    WithServers::SetUp();
    if (IsSkipped()) return;
    if (!cluster()) {
      cluster() = std::make_unique<ShardedCluster>(Options{}, ShardedCluster::Size{.routers = 1});
    }
    on_storages(people);
  }

  static void on_storages(const std::string& lua) {
    for (std::size_t storage = 0; storage < cluster()->storages(); ++storage) {
      cluster()->storage(storage).server(0).evaluate(lua);
    }
  }

  /// What the chunk returns, as JSON. It has `crud(name, ...)`.
  static std::string run(const std::string& lua) {
    Server& router = cluster()->router(0);
    return router.evaluate(as_client(router.uri(), lua));
  }

  /// The same, with `ids(conditions, options)`: the keys of what a select of `people` finds.
  static std::string run_with_ids(const std::string& lua) {
    return run(R"(
      local function ids(conditions, options)
        local result, wrong = crud('select', 'people', conditions, options)
        if result == nil then return wrong.str end
        local list = {}
        for i, row in ipairs(result.rows) do list[i] = row[1] end
        return list
      end
)" + lua);
  }

  /// That many records of `people`: {1, bucket, 'name 1', 1 % 5, nil} and so on.
  static void insert_people(unsigned count) {
    EXPECT_EQ(run("for id = 1, " + std::to_string(count) + R"( do
                  assert(crud('insert', 'people', {id, box.NULL, 'name ' .. id, id % 5}) ~= nil)
                end)"),
              "[]");
  }

 private:
  static std::unique_ptr<ShardedCluster>& cluster() {
    static std::unique_ptr<ShardedCluster> shared;
    return shared;
  }

  static constexpr const char* people = R"(
      if box.space.people then box.space.people:drop() end
      local space = box.schema.space.create('people', {format = {
        {'id', 'unsigned'}, {'bucket_id', 'unsigned'}, {'name', 'string'}, {'age', 'unsigned'},
        {'email', 'string', is_nullable = true}}})
      space:create_index('primary', {parts = {'id'}})
      space:create_index('bucket_id', {parts = {'bucket_id'}, unique = false})
      space:create_index('age', {parts = {'age'}, unique = false}))";
};

TEST_F(CrudTest, InsertReturnsTheRowWithItsBucketAndMetadata) {
  EXPECT_EQ(run(R"(
      local result, wrong = crud('insert', 'people', {1, box.NULL, 'Ann', 30})
      return result.rows, wrong, #result.metadata, result.metadata[1].name, result.metadata[1].type,
        result.metadata[5].is_nullable)"),
            R"([[[1,477,"Ann",30]],null,5,"id","unsigned",true])");
}

TEST_F(CrudTest, GetUpdateDeleteWorkOnWhatIsThere) {
  EXPECT_EQ(run(R"(
      crud('insert', 'people', {1, box.NULL, 'Ann', 30})
      return crud('get', 'people', 1).rows, crud('get', 'people', {1}).rows,
        crud('update', 'people', 1, {{'+', 'age', 1}, {'=', 3, 'Bob'}}).rows,
        crud('replace', 'people', {1, box.NULL, 'Cid', 3}).rows,
        crud('delete', 'people', 1).rows, crud('get', 'people', 1).rows)"),
            R"([[[1,477,"Ann",30]],[[1,477,"Ann",30]],[[1,477,"Bob",31]],)"
            R"([[1,477,"Cid",3]],[[1,477,"Cid",3]],[]])");
}

TEST_F(CrudTest, NothingIsFoundOfWhatIsNotThere) {
  EXPECT_EQ(run("return crud('get', 'people', 7).rows, crud('delete', 'people', 7).rows,"
                " crud('update', 'people', 7, {{'=', 3, 'x'}}).rows"),
            "[[],[],[]]");
}

TEST_F(CrudTest, UpsertReturnsNoRows) {
  EXPECT_EQ(run(R"(
      local first = crud('upsert', 'people', {1, box.NULL, 'Ann', 30}, {{'+', 'age', 1}})
      local second = crud('upsert_object', 'people', {id = 1, name = 'Bob', age = 1},
                          {{'+', 'age', 5}})
      return first.rows, second.rows, crud('get', 'people', 1).rows)"),
            R"([[],[],[[1,477,"Ann",35]]])");
}

TEST_F(CrudTest, ObjectsBecomeTuples) {
  EXPECT_EQ(run(R"(
      local first = crud('insert_object', 'people', {id = 1, name = 'Ann', age = 30})
      local second = crud('replace_object', 'people', {id = 1, name = 'Bob', age = 3, email = '@'})
      return first.rows, second.rows)"),
            R"([[[1,477,"Ann",30,null]],[[1,477,"Bob",3,"@"]]])");
  EXPECT_EQ(run(R"(
      local _, unknown = crud('insert_object', 'people', {id = 1, nome = 'Ann'})
      local _, missing = crud('insert_object', 'people', {id = 1, name = 'Ann'})
      return unknown.str, missing.str)"),
            R"(["InsertError: Failed to flatten object: FlattenError: Unknown field \"nome\" is )"
            R"(specified","InsertError: Failed to flatten object: FlattenError: Field \"age\" )"
            R"(isn't nullable"])");
}

TEST_F(CrudTest, ErrorsAreValuesWithTheServersMessage) {
  EXPECT_EQ(
      run(R"(
      crud('insert', 'people', {1, box.NULL, 'Ann', 30})
      local result, wrong = crud('insert', 'people', {1, box.NULL, 'Ann', 30})
      return result, wrong.class_name, wrong.err, wrong.str, type(wrong.file), type(wrong.line))"),
      R"([null,"InsertError",)"
      R"("Failed to insert: Duplicate key exists in unique index 'primary' in space 'people'",)"
      R"("InsertError: Failed to insert: )"
      R"(Duplicate key exists in unique index 'primary' in space 'people'",)"
      R"("string","number"])");
}

TEST_F(CrudTest, EachCallSaysInItsOwnNameThatASpaceIsUnknown) {
  EXPECT_EQ(
      run(R"(
      local classes = {}
      for _, call in ipairs{'get', 'insert', 'insert_object', 'replace', 'update', 'upsert', 'delete',
                            'select', 'count', 'len', 'truncate', 'min', 'insert_many',
                            'replace_object_many', 'upsert_many'} do
        local result, wrong = crud(call, 'nowhere', {{1}}, {})
        local first = wrong[1] or wrong
        assert(result == nil and first.err == 'Space "nowhere" doesn\'t exist', call)
        table.insert(classes, first.class_name)
      end
      return classes)"),
      R"([["GetError","InsertError","InsertError","ReplaceError","UpdateError","UpsertError",)"
      R"("DeleteError","SelectError","CountError","LenError","TruncateError","BorderError",)"
      R"("InsertManyError","ReplaceManyError","UpsertManyError"]])");
}

TEST_F(CrudTest, BucketsCanBeTold) {
  EXPECT_EQ(run(R"(
      local in_tuple = crud('insert', 'people', {1, 5, 'Ann', 30})
      local in_options = crud('insert', 'people', {2, box.NULL, 'Ann', 30}, {bucket_id = 6})
      local _, both = crud('insert', 'people', {3, 5, 'Ann', 30}, {bucket_id = 6})
      local _, none = crud('get', 'people', 3, {bucket_id = 3001})
      return in_tuple.rows[1][2], in_options.rows[1][2], both.err, none.class_name,
        crud('get', 'people', 2, {bucket_id = 6}).rows)"),
            R"([5,6,"Failed to get bucket ID: BucketIDError: Tuple and opts.bucket_id contain )"
            R"(different bucket_id values: 5 and 6","GetError",[[2,6,"Ann",30]]])");
}

TEST_F(CrudTest, FieldsCanBeChosen) {
  EXPECT_EQ(run(R"(
      local options = {fields = {'name', 'id'}}
      local inserted = crud('insert', 'people', {1, box.NULL, 'Ann', 30}, options)
      local _, wrong = crud('get', 'people', 1, {fields = {'nome'}})
      return inserted.rows, #inserted.metadata, inserted.metadata[1].name,
        crud('get', 'people', 1, {fields = {'email', 'age'}}).rows, wrong.err)"),
            R"([[["Ann",1]],2,"name",[[null,30]],)"
            R"("Space format doesn't contain field named \"nome\""])");
}

TEST_F(CrudTest, NullsInOptionsAreNoOptions) {
  EXPECT_EQ(run(R"(
      local options = {timeout = box.NULL, fields = box.NULL, bucket_id = box.NULL,
                       mode = box.NULL, balance = box.NULL, first = box.NULL, after = box.NULL}
      crud('insert', 'people', {1, box.NULL, 'Ann', 30}, options)
      return crud('get', 'people', 1, options).rows, crud('get', 'people', 1, box.NULL).rows,
        crud('select', 'people', box.NULL, options).rows)"),
            R"([[[1,477,"Ann",30]],[[1,477,"Ann",30]],[[1,477,"Ann",30]]])");
}

TEST_F(CrudTest, NothingIsReturnedWhereThatIsAskedFor) {
  EXPECT_EQ(run("local options = {noreturn = true}"
                " return crud('insert', 'people', {1, box.NULL, 'Ann', 30}, options),"
                " #crud('get', 'people', 1).rows"),
            "[null,1]");
}

TEST_F(CrudTest, SelectsAllInTheOrderOfTheKey) {
  insert_people(50);
  EXPECT_EQ(run(R"(
      local rows = crud('select', 'people').rows
      for i, row in ipairs(rows) do assert(row[1] == i) end
      return #rows, #crud('select', 'people', {}, {first = 7}).rows,
        #crud('select', 'people', {}, {first = 0}).rows,
        #crud('select', 'people', {}, {first = 4294967295, batch_size = 3}).rows)"),
            "[50,7,0,50]");
}

TEST_F(CrudTest, SelectsByEachOperator) {
  insert_people(10);
  EXPECT_EQ(run_with_ids(R"(
      return ids{{'=', 'primary', 3}}, ids{{'==', 'id', {3}}}, ids{{'>', 'id', 8}},
        ids{{'>=', 'primary', 8}}, ids{{'<', 'id', 3}}, ids{{'<=', 'id', {3}}}, ids{{'=', 1, 4}},
        ids{{'=', 'id', 11}}, ids({{'=', 'id', 3}}, {force_map_call = true}))"),
            "[[3],[3],[9,10],[8,9,10],[2,1],[3,2,1],[4],[],[3]]");
}

TEST_F(CrudTest, SelectsByOtherIndexesAndFilters) {
  insert_people(20);
  EXPECT_EQ(run_with_ids(R"(
      return ids{{'=', 'age', 2}}, ids{{'>=', 'age', 3}}, ids{{'<', 'age', 1}},
        ids{{'=', 'age', 2}, {'>', 'id', 7}}, ids{{'=', 'name', 'name 5'}},
        ids{{'=', 'email', box.NULL}, {'<', 'id', 3}}, ids{{'=', 'id', 4}, {'=', 'age', 1}},
        ids{{'>', 'age', 3}, {'<=', 'name', 'name 2'}})"),
            "[[2,7,12,17],[3,8,13,18,4,9,14,19],[20,15,10,5],[12,17],[5],[2,1],[],[14,19]]");
}

TEST_F(CrudTest, PagesAfterATupleThroughAllStorages) {
  insert_people(23);
  const std::string pages = R"(
      local function pages(conditions, first, options)
        local ids, after = {}, nil
        options = options or {}
        repeat
          options.first, options.after = first, after
          local rows = assert(crud('select', 'people', conditions, options)).rows
          for _, row in ipairs(rows) do table.insert(ids, row[1]) end
          after = rows[#rows]
        until not after
        return ids
      end
      local function is_all(ids, from, to)
        assert(#ids == math.abs(to - from) + 1, #ids)
        for i, id in ipairs(ids) do assert(id == from + (i - 1) * (to < from and -1 or 1)) end
        return true
      end)";
  EXPECT_EQ(run(pages + R"(
      return is_all(pages({}, 4), 1, 23), is_all(pages({{'>', 'id', 5}}, 1), 6, 23),
        is_all(pages({{'<=', 'id', 20}}, 3), 20, 1), is_all(pages({}, 4, {batch_size = 1}), 1, 23))"),
            "[true,true,true,true]");
  EXPECT_EQ(run(pages + R"(
      return pages({{'=', 'age', 2}}, 2), pages({{'>', 'age', 3}}, 1), pages({{'<', 'age', 1}}, 3),
        pages({{'=', 'age', 2}, {'>', 'id', 7}}, 1))"),
            "[[2,7,12,17,22],[4,9,14,19],[20,15,10,5],[12,17,22]]");
}

TEST_F(CrudTest, PagesBackwards) {
  insert_people(10);
  EXPECT_EQ(run(R"(
      local function ids(conditions, after, first)
        local options = {first = first, after = crud('get', 'people', after).rows[1]}
        local list = {}
        for i, row in ipairs(assert(crud('select', 'people', conditions, options)).rows) do
          list[i] = row[1]
        end
        return list
      end
      local _, wrong = crud('select', 'people', {}, {first = -1})
      return ids({}, 7, -3), ids({}, 2, -3), ids({}, 1, -3), ids({{'>', 'id', 4}}, 7, -10),
        ids({{'<', 'id', 9}}, 5, -2), ids({{'=', 'age', 2}}, 7, -5), wrong.err)"),
            R"([[4,5,6],[1],[],[5,6],[7,6],[2],)"
            R"("Negative first should be specified only with after option"])");
}

TEST_F(CrudTest, BeginsWhereTheConditionDoesIfAfterComesBefore) {
  insert_people(10);
  EXPECT_EQ(run(R"(
      local function first_id(conditions, after)
        local row = crud('get', 'people', after).rows[1]
        return crud('select', 'people', conditions, {first = 1, after = row}).rows[1][1]
      end
      return first_id({{'>', 'id', 5}}, 2), first_id({{'>', 'id', 5}}, 5),
        first_id({{'>=', 'id', 5}}, 5), first_id({{'<=', 'id', 5}}, 9))"),
            "[6,6,6,5]");
}

TEST_F(CrudTest, ChosenFieldsOfASelectCanBeItsAfter) {
  insert_people(10);
  EXPECT_EQ(run(R"(
      local options = {fields = {'name'}, first = 1}
      local first = crud('select', 'people', {{'>=', 'age', 3}}, options)
      options.after = first.rows[1]
      local second = crud('select', 'people', {{'>=', 'age', 3}}, options)
      return first.rows, second.rows, first.metadata[1].name, first.metadata[2].name,
        first.metadata[3].name)"),
            R"([[["name 3",3,3]],[["name 8",3,8]],"name","age","id"])");
}

TEST_F(CrudTest, SelectSaysWhatIsWrong) {
  EXPECT_EQ(
      run(R"(
      local function wrong(conditions, options)
        local result, wrong = crud('select', 'people', conditions, options)
        assert(result == nil and wrong.class_name == 'SelectError' and wrong.stack)
        return wrong.err
      end
      return wrong{{'~', 'id', 1}}, wrong{{'='}}, wrong{5}, wrong{{'=', 'nowhere', 1}},
        wrong({}, {batch_size = 0}), wrong({}, {fields = {'nome'}}))"),
      R"~(["Failed to parse conditions: ParseConditionError: condition[1] \"~\" isn't a valid )~"
      R"~(condition operator, (condition 1)",)~"
      R"~("Failed to parse conditions: ParseConditionError: Each condition should be )~"
      R"~({\"<operator>\", \"<operand>\", <value>} (condition 1)",)~"
      R"~("Failed to parse conditions: ParseConditionError: Each condition should be table, )~"
      R"~(got \"number\" (condition 1)",)~"
      R"~("Failed to plan select: No field or index \"nowhere\" found",)~"
      R"~("batch_size should be > 0","Space format doesn't contain field named \"nome\""])~");
  EXPECT_EQ(run(R"(
      local _, key = crud('select', 'people', {{'>', 'id', 'x'}})
      local _, whole = crud('select', 'people', {{'=', 'id', 'x'}})
      local expected = 'Supplied key type of part 0 does not match index part type: expected unsigned'
      return key.err:find(expected, 1, true) ~= nil, whole.err:find(expected, 1, true) ~= nil)"),
            "[true,true]");
}

TEST_F(CrudTest, CountsAndFindsBorders) {
  insert_people(20);
  EXPECT_EQ(run(R"(
      local _, wrong = crud('min', 'people', 'nowhere')
      return crud('len', 'people'), (crud('count', 'people')),
        (crud('count', 'people', {{'=', 'age', 2}, {'>', 'id', 2}}, {yield_every = 1})),
        crud('min', 'people').rows[1][1], crud('max', 'people', 'primary').rows[1][1],
        crud('max', 'people', 'age', {fields = {'age'}}).rows, wrong.str,
        (crud('truncate', 'people')), (crud('len', 'people')), crud('min', 'people').rows)"),
            R"([20,20,3,1,20,[[4]],)"
            R"("BorderError: Index \"nowhere\" of space \"people\" doesn't exist",true,0,[]])");
}

TEST_F(CrudTest, WritesManyAtOnce) {
  EXPECT_EQ(run(R"(
      local inserted, wrong = crud('insert_many', 'people',
        {{1, box.NULL, 'a', 1}, {2, box.NULL, 'b', 1}, {3, box.NULL, 'c', 1}})
      local objects = crud('replace_object_many', 'people', {{id = 3, name = 'd', age = 2}})
      local upserted, none = crud('upsert_many', 'people', {
        {{1, box.NULL, 'a', 1}, {{'+', 'age', 9}}}, {{4, box.NULL, 'e', 1}, {{'+', 'age', 9}}}})
      return #inserted.rows, wrong, objects.rows, #upserted.rows, none, #upserted.metadata,
        crud('get', 'people', 1).rows[1][4], crud('get', 'people', 4).rows[1][4])"),
            R"([3,null,[[3,2804,"d",2,null]],0,null,5,10,1])");
}

TEST_F(CrudTest, ManyReturnWhatCouldBeDoneAndAnErrorForEachThatCouldNot) {
  EXPECT_EQ(run(R"(
      crud('insert', 'people', {2, box.NULL, 'there', 1})
      local result, wrong = crud('insert_many', 'people',
        {{1, box.NULL, 'a', 1}, {2, box.NULL, 'b', 1}, {3, box.NULL, 'c', 'x'}})
      table.sort(wrong, function(a, b) return a.operation_data[1] < b.operation_data[1] end)
      return result.rows, #wrong, wrong[1].class_name, wrong[1].err, wrong[1].operation_data,
        wrong[2].operation_data)"),
            R"([[[1,477,"a",1]],2,"InsertManyError",)"
            R"("Duplicate key exists in unique index 'primary' in space 'people'",)"
            R"([2,401,"b",1],[3,2804,"c","x"]])");
  EXPECT_EQ(run(R"(
      local result, wrong = crud('insert_many', 'people', {{1, box.NULL, 'a', 1}})
      local objects, bad = crud('insert_object_many', 'people', {{id = 9, nome = 'x'}})
      local none, empty = crud('insert_many', 'people', {})
      return result, #wrong, objects, bad[1].operation_data.nome, none, empty[1].err)"),
            R"([null,1,null,"x",null,"At least one tuple expected"])");
}

TEST_F(CrudTest, ManyStopAndRollBackWhereToldTo) {
  // All of one storage, so that what comes before and after is known: bucket 1 is the first's.
  const std::string records =
      "{{1, 1, 'a', 1}, {2, 1, 'b', 1}, {2, 1, 'c', 1}, {3, 1, 'd', 1}, {4, 3000, 'e', 1}}";
  const std::string told = R"(
      local told = {}
      for i, one in ipairs(wrong or {}) do
        told[i] = {one.operation_data[3], one.class_name, one.err:sub(1, 13)}
      end
      return #result.rows, told, crud('len', 'people'))";
  EXPECT_EQ(run("local result, wrong = crud('insert_many', 'people', " + records + ")" + told),
            R"([4,[["c","InsertManyError","Duplicate key"]],4,null])");
  run("crud('truncate', 'people')");
  EXPECT_EQ(run("local result, wrong = crud('insert_many', 'people', " + records +
                ", {stop_on_error = true})" + told),
            R"([3,[["c","InsertManyError","Duplicate key"],)"
            R"(["d","NotPerformedError","Operation wit"]],3,null])");
  run("crud('truncate', 'people')");
  EXPECT_EQ(
      run("local result, wrong = crud('insert_many', 'people', " + records +
          ", {rollback_on_error = true, stop_on_error = true})" + told),
      R"([1,[["c","InsertManyError","Duplicate key"],)"
      R"(["d","NotPerformedError","Operation wit"],["a","NotPerformedError","Operation wit"],)"
      R"(["b","NotPerformedError","Operation wit"]],1,null])");
}

TEST_F(CrudTest, NewIndexesAreSeen) {
  insert_people(5);
  EXPECT_EQ(run("local _, wrong = crud('select', 'people', {{'=', 'by_name', 'name 3'}})"
                " return wrong.class_name"),
            "[\"SelectError\"]");
  on_storages("box.space.people:create_index('by_name', {parts = {'name'}, unique = false})");
  EXPECT_TRUE(eventually([&] {
    return run("local found = crud('select', 'people', {{'=', 'by_name', 'name 3'}})"
               " return found ~= nil and #found.rows") == "[1]";
  }));
}

TEST_F(CrudTest, TheSchemaIsInTheShapeOfDdl) {
  EXPECT_EQ(run(R"(
      local space = call('ddl.get_schema').spaces.people
      return space.sharding_key, space.indexes[1].parts[1].path, space.indexes[1].name,
        space.indexes[1].unique, space.indexes[3].unique, space.engine, space.format[3].name)"),
            R"([["id"],"id","primary",true,false,"memtx","name"])");
}

TEST_F(CrudTest, TheBenchmarksOwnFunctionsReadAndWrite) {
  EXPECT_EQ(run(R"(
      local result = call('custom_crud_insert_one_record', 'people', {1, box.NULL, 'Ann', 3})
      local none, wrong = call('custom_crud_get_one_record', 'nowhere', 1)
      return result.rows, call('custom_crud_get_one_record', 'people', 1),
        (call('custom_crud_get_one_record', 'people', 2)), wrong.class_name)"),
            R"([[[1,477,"Ann",3]],[1,477,"Ann",3],null,"GetError"])");
}

}  // namespace
}  // namespace tarantool::servers
