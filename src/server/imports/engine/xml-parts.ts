import type { Readable } from "node:stream";
import { SaxesParser } from "saxes";
import { WorkbookFault } from "./zip-parts.ts";

export type Attributes = Readonly<Record<string, string>>;

/** A handler for the events of an XML document; names come without their prefix. */
export interface XmlReader {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/**
 * Streams an XML document past a reader. A document type is rejected before any of it is read, so
 * there are only the five entities of XML itself.
 */
export async function readXml(stream: Readable, reader: XmlReader): Promise<void> {
  const parser = new SaxesParser({ position: false, xmlns: false as const });
  parser.on("doctype", () => {
    throw new WorkbookFault("file.workbook");
  });
  parser.on("opentag", ({ name, attributes }) => reader.open?.(local(name), attributes));
  parser.on("text", (text) => reader.text?.(text));
  parser.on("cdata", (text) => reader.text?.(text));
  parser.on("closetag", ({ name }) => reader.close?.(local(name)));
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      parser.write(decoder.decode(chunk, { stream: true }));
    }
    parser.write(decoder.decode());
    parser.close();
  } catch (error) {
    stream.destroy();
    // Any error of the parser, the decoder or the inflating means that the part is damaged.
    throw error instanceof WorkbookFault ? error : new WorkbookFault("file.workbook");
  }
}

function local(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
