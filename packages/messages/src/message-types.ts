/** A feature's messages in one language: ICU MessageFormat by key. */
export type IcuMessages = Readonly<Record<string, string>>;

/** The text between an opening brace and the next closing one. */
type Head<Text extends string> = Text extends `${infer Before}}${string}` ? Before : never;

/**
 * The parameter named by one pair of braces; never for a branch of a plural or select, which contains a space or `#`,
 * or starts with a parameter.
 */
type Param<Braces extends string> = Braces extends `${infer Name}, plural,${string}`
  ? Record<Name, number>
  : Braces extends `${infer Name}, select,${string}`
    ? Record<Name, string>
    : Braces extends '' | `{${string}` | `${string} ${string}` | `${string}#${string}`
      ? unknown
      : Record<Braces, string | number>;

/** The parameters of an ICU message, read from its text: `{name}`, `{count, plural, ...}`, `{kind, select, ...}`. */
export type ParamsOf<Icu extends string> = Icu extends `${string}{${infer Rest}`
  ? Param<Head<Rest>> & ParamsOf<Rest>
  : unknown;

/** The type of one message: a string, or a function of its parameters. */
export type Message<Icu extends string> =
  unknown extends ParamsOf<Icu> ? string : (params: { [Name in keyof ParamsOf<Icu>]: ParamsOf<Icu>[Name] }) => string;

/** The type of a feature's messages. */
export type Messages<Icu extends IcuMessages> = { readonly [Key in keyof Icu]: Message<Icu[Key]> };
