/** Stands behind a composite type's name where an object type of it would be named. */
const ROW = "InputRow";

/**
 * The names of the contract where they differ from what PostGraphile would make of the database's.
 *
 * Columns keep their own names (`id`, not `rowId`), lists take the plain plural (`users`) and
 * connections the suffix (`usersConnection`). A composite type that is an argument gets the name in
 * its smart tag `@inputTypeName`, and its comment as description.
 */
export const NamesPlugin: GraphileConfig.Plugin = {
  name: "NamesPlugin",
  description: "Names fields and types as the contract does",
  inflection: {
    replace: {
      // PostgreSQL's own geometric point would take the name of the contract's PointInput.
      builtin(previous, _options, text) {
        return text === "Point" ? "GeometricPoint" : (previous?.(text) ?? text);
      },
      _attributeName(previous, _options, details) {
        return previous?.({ ...details, skipRowId: true }) ?? details.attributeName;
      },
      _allRows(_previous, _options, resource) {
        return this.camelCase(this.pluralize(this._singularizedResourceName(resource)));
      },
      listField(_previous, _options, field) {
        return field;
      },
      connectionField(_previous, _options, field) {
        return `${field}Connection`;
      },
      tableType(previous, _options, codec) {
        const name = codec.extensions?.tags?.inputTypeName;
        return typeof name === "string" ? name + ROW : (previous?.(codec) ?? codec.name);
      },
      scalarCodecTypeName(previous, _options, codec) {
        const name = codec.extensions?.tags?.name;
        return typeof name === "string" ? name : (previous?.(codec) ?? codec.name);
      },
      // "PositionInput" is the contract's, so that the input of the table's own rows is not.
      inputType(_previous, _options, typeName) {
        return typeName.endsWith(ROW) ? typeName.slice(0, -ROW.length) : `${typeName}RowInput`;
      },
    },
  },
  schema: {
    hooks: {
      GraphQLInputObjectType(config, _build, context) {
        const { pgCodec } = context.scope;
        return pgCodec?.extensions?.tags?.inputTypeName
          ? { ...config, description: pgCodec.description }
          : config;
      },
    },
  },
};
