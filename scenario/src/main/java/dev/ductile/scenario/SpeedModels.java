package dev.ductile.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.SpeedProvider;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Speeds;
import dev.ductile.api.UnknownNameException;
import dev.ductile.text.Binder;
import dev.ductile.text.InputException;
import dev.ductile.text.Scalars;
import dev.ductile.text.Suggestion;
import dev.ductile.text.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;

/** Reads specs of speeds, and makes speeds by the installed speed models. */
final class SpeedModels implements Speeds {
  private static final int MOST_REMEMBERED = 10_000;

  /** The keys that every speed model has beside its parameters. */
  private static final List<String> COMMON = List.of(SpeedFormat.MODEL, SpeedFormat.ERROR);

  private final SortedMap<String, SpeedProvider<?>> providers;
  private final Binder binder;

  /** Equal groups of keys become one spec, so that many jobs share a few specs. */
  private final Map<JsonNode, SpeedSpec> read = new ConcurrentHashMap<>();

  /** The speeds of specs that were read; one that a running job teaches is used once. */
  private final Map<SpeedSpec, Speed> made = new ConcurrentHashMap<>();

  SpeedModels(SortedMap<String, SpeedProvider<?>> providers, Binder binder) {
    this.providers = providers;
    this.binder = binder;
  }

  @Override
  public Speed speed(SpeedSpec spec) {
    if (spec.isUnknown()) {
      return Speed.UNKNOWN;
    }
    if (spec.parameters() instanceof Constant constant
        && spec.model().equals(Constant.Model.NAME)
        && spec.error().isEmpty()) {
      return constant;
    }
    Speed known = made.get(spec);
    return known == null
        ? made(Catalog.known("speed model", providers, spec.model()), spec)
        : known;
  }

  /** The spec of a group of keys, after a check that its speed can be made. */
  SpeedSpec spec(Written model) {
    SpeedSpec known = read.get(model.node());
    if (known != null) {
      return known;
    }
    SpeedSpec spec = fresh(model);
    if (read.size() < MOST_REMEMBERED) {
      read.put(model.node().deepCopy(), spec);
    }
    return spec;
  }

  private SpeedSpec fresh(Written model) {
    if (model.node().path(SpeedFormat.MODEL).asText().equals(SpeedSpec.UNKNOWN.model())) {
      model.allowKeys(List.of(SpeedFormat.MODEL));
      return SpeedSpec.UNKNOWN;
    }
    model.allowKeys(keys(model));
    SpeedProvider<?> provider = provider(model);
    try {
      Record parameters = binder.record(provider.parameters(), parametersOf(model));
      var spec = new SpeedSpec(provider.name(), parameters, error(model));
      Speed speed = speed(spec);
      if (made.size() < MOST_REMEMBERED) {
        made.put(spec, speed);
      }
      return spec;
    } catch (UnknownNameException unknown) {
      throw model.breaks(suggested(unknown));
    } catch (IllegalArgumentException broken) {
      throw model.breaks(String.valueOf(broken.getMessage()));
    } catch (InputException refused) {
      throw refused.getCause() instanceof UnknownNameException unknown
          ? model.breaks(suggested(unknown))
          : refused;
    }
  }

  private static String suggested(UnknownNameException unknown) {
    return unknown.getMessage() + Suggestion.phrase(unknown.name(), unknown.known());
  }

  List<Size> sizes(Written model) {
    return sizes(provider(model), model);
  }

  List<String> keys(Written model) {
    var keys = new ArrayList<>(COMMON);
    keys.addAll(Binder.keys(provider(model).parameters()));
    return keys;
  }

  private <S extends Record> List<Size> sizes(SpeedProvider<S> provider, Written model) {
    return provider.sizes(binder.record(provider.parameters(), parametersOf(model)));
  }

  private SpeedProvider<?> provider(Written model) {
    return Catalog.known("speed model", providers, model.need(SpeedFormat.MODEL));
  }

  private static <S extends Record> Speed made(SpeedProvider<S> provider, SpeedSpec spec) {
    if (!provider.parameters().isInstance(spec.parameters())) {
      throw new IllegalArgumentException(
          "the parameters of model \"%s\" must be a %s, not %s"
              .formatted(spec.model(), provider.parameters().getName(), spec.parameters()));
    }
    Speed speed = provider.create(provider.parameters().cast(spec.parameters()));
    OptionalDouble error = spec.error();
    return error.isPresent() ? new SpeedWithError(speed, error.getAsDouble()) : speed;
  }

  private static OptionalDouble error(Written model) {
    return model
        .get(SpeedFormat.ERROR)
        .map(Scalars::number)
        .map(OptionalDouble::of)
        .orElse(OptionalDouble.empty());
  }

  private static Written parametersOf(Written model) {
    ObjectNode parameters = model.node().deepCopy();
    parameters.remove(COMMON);
    return new Written(model.document(), model.trail(), parameters);
  }
}
