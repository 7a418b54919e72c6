package io.fsmrun.ap.anml;

import io.fsmrun.ap.convert.NetworkAssembly;
import io.fsmrun.ap.network.MalformedNetworkException;
import java.io.IOException;
import java.io.InputStream;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The tags of an XML file, one at a time. Blank text, comments and processing instructions are
 * skipped; other text and document types are errors.
 */
final class XmlEvents {

  private static final int DEEPEST_DESCRIPTION = 64;

  private final XmlSource source;
  private final XMLStreamReader reader;
  private final NetworkAssembly assembly;

  XmlEvents(InputStream in, NetworkAssembly assembly) throws IOException {
    this.assembly = assembly;
    this.source = new XmlSource(in);
    try {
      this.reader = factory().createXMLStreamReader(source);
    } catch (XMLStreamException e) {
      throw error(e);
    }
  }

  /** A factory of the JDK's own parser, whatever else is on the class path. */
  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, true);
    factory.setProperty("javax.xml.stream.isSupportingExternalEntities", false);
    factory.setXMLResolver(
        (publicId, systemId, base, namespace) -> {
          throw new XMLStreamException("external entities are not resolved");
        });
    // No entity can be declared, so these would only count the five that XML has of itself.
    factory.setProperty("jdk.xml.entityExpansionLimit", "0");
    factory.setProperty("jdk.xml.totalEntitySizeLimit", "0");
    factory.setProperty("jdk.xml.maxGeneralEntitySizeLimit", "0");
    factory.setProperty("jdk.xml.entityReplacementLimit", "0");
    return factory;
  }

  /** Moves to the next start or end tag; false at the end of the document. */
  boolean next() throws IOException {
    try {
      while (reader.hasNext()) {
        int event = reader.next();
        source.event();
        switch (event) {
          case XMLStreamConstants.START_ELEMENT -> {
            Location end = reader.getLocation();
            assembly.at(end.getLineNumber(), end.getColumnNumber());
            return true;
          }
          case XMLStreamConstants.END_ELEMENT -> {
            return true;
          }
          case XMLStreamConstants.DTD ->
              throw here("a document type is not allowed in an ANML file");
          case XMLStreamConstants.ENTITY_REFERENCE ->
              throw here("the entity '" + reader.getLocalName() + "' is not known");
          case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
            if (!reader.isWhiteSpace()) {
              throw here("text where an element was expected");
            }
          }
          default -> {
            // Comments and processing instructions.
          }
        }
      }
      return false;
    } catch (XMLStreamException e) {
      throw error(e);
    }
  }

  boolean isStart() {
    return reader.isStartElement();
  }

  String name() {
    return reader.getLocalName();
  }

  int attributeCount() {
    return reader.getAttributeCount();
  }

  /** The name of an attribute; empty if it belongs to another namespace. */
  String attributeName(int index) {
    String namespace = reader.getAttributeNamespace(index);
    return namespace == null || namespace.isEmpty() ? reader.getAttributeLocalName(index) : "";
  }

  String attributeValue(int index) {
    return reader.getAttributeValue(index);
  }

  /** Skips the rest of the present element, whatever is in it. */
  void skip() throws IOException {
    try {
      for (int depth = 1; depth > 0; ) {
        int event = reader.next();
        source.event();
        if (event == XMLStreamConstants.START_ELEMENT) {
          depth++;
        } else if (event == XMLStreamConstants.END_ELEMENT) {
          depth--;
        }
        if (depth > DEEPEST_DESCRIPTION) {
          throw here("elements nested more than " + DEEPEST_DESCRIPTION + " deep");
        }
      }
    } catch (XMLStreamException e) {
      throw error(e);
    }
  }

  /** An error at a character of an attribute of the present tag. */
  MalformedNetworkException errorIn(String attribute, int index, String message) {
    Location end = reader.getLocation();
    int[] place = source.place(end.getLineNumber(), end.getColumnNumber(), attribute, index);
    return new MalformedNetworkException(message, place[0], place[1]);
  }

  private MalformedNetworkException here(String message) {
    Location at = reader.getLocation();
    return new MalformedNetworkException(message, at.getLineNumber(), at.getColumnNumber());
  }

  /** What the parser found, or the failure of the stream below it. */
  private static MalformedNetworkException error(XMLStreamException e) throws IOException {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException failure) {
        throw failure;
      }
    }
    if (e.getNestedException() instanceof IOException failure) {
      throw failure;
    }
    Location at = e.getLocation();
    String message = e.getMessage();
    int text = message.indexOf("Message: ");
    MalformedNetworkException error =
        new MalformedNetworkException(
            text < 0 ? message : message.substring(text + "Message: ".length()),
            at == null ? 1 : Math.max(1, at.getLineNumber()),
            at == null ? 1 : Math.max(1, at.getColumnNumber()));
    error.initCause(e);
    return error;
  }
}
